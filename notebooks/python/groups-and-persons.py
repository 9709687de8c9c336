# Databricks notebook source
# MAGIC %md
# MAGIC # Groups and persons over time
# MAGIC
# MAGIC 3,000 made-up persons visit four shops for 28 nights, each person two of the shops. Every week the mean of each
# MAGIC shop is released at rho = 0.25. A person with all visits is protected: `spend` is the mean over the persons of what
# MAGIC each spends per visit, with its interval; `persons` is a noisy count. Below: one week in full, a week by SQL, and the
# MAGIC ledger that ends after four weeks.
# MAGIC
# MAGIC The session needs the wheel of this project. Nobody is in these rows. That is why exact means may stand beside the
# MAGIC private ones, and why a seed makes all figures come out the same. **A real release has neither.**

# COMMAND ----------

from pyspark.sql import SparkSession

import privatemean
from privatemean import PrivateMean

spark = SparkSession.builder.config("spark.jars", privatemean.jar()).getOrCreate()
spark.sql("""
  SELECT person, night, int(ceil(night / 7)) AS week, shops[place] AS shop,
    array(18 + 4 * place + if(place = 2, night / 14, 0) + level + pmod(hash(person, night, 1), 1000) / 125,
      1D + pmod(hash(person, night, 2), 3 + place)) AS basket
  FROM (
    SELECT id AS person, night, array('airport', 'centre', 'harbour', 'market') AS shops,
      pmod(hash(id) + pmod(hash(id, night, 3), 2), 4) AS place, pmod(hash(id, 4), 1000) / 100 AS level
    FROM range(3000) LATERAL VIEW explode(sequence(1, 28)) nights AS night
    WHERE pmod(hash(id, night, 5), 10) < 4)
""").createOrReplaceTempView("visits")

shops = ["airport", "centre", "harbour", "market"]
persons = dict(personCol="person", groupCols=["shop"], publicKeys=shops, maxGroupsPerPerson=2)


def release(week, **more):
    stage = PrivateMean(inputCol="basket", dimension=2, rho=0.25, **persons, **more)
    return stage.fit(spark.table("visits").where(f"week = {week}"))


models = {week: release(week, seed=2026 + week) for week in range(1, 5)}  # the seed: for this notebook only

exact = spark.sql("""
  SELECT week, shop, avg(spend) AS spend FROM (
    SELECT week, shop, person, avg(basket[0]) AS spend FROM visits GROUP BY week, shop, person)
  GROUP BY week, shop""").collect()
exact = {(row["week"], row["shop"]): row["spend"] for row in exact}
released = {
    (week, group["shop"]): (group["count"], group["mean"][0], group["halfWidths"][0])
    for week, model in models.items()
    for group in model.groups.orderBy("shop").collect()
}
print("week  shop     persons   spend   interval   exact")
for (week, shop), (count, spend, half) in released.items():
    print(f"{week:<5} {shop:8} {count:7.0f} {spend:7.2f}   +- {half:<6.2f} {exact[week, shop]:7.2f}")

# COMMAND ----------

from IPython.display import SVG, display

low = min(spend - half for _, spend, half in released.values())
high = max(spend + half for _, spend, half in released.values())


def y(spend):
    return round(20 + 260 * (high - spend) / (high - low))


drawn = [f"<text x='{110 * week - 60}' y='310' text-anchor='middle'>week {week}</text>" for week in models]
drawn += [f"<text x='2' y='{y(spend) + 5}'>{spend:.1f}</text>" for spend in (low, high)]
for shop, colour in zip(shops, ["#1f618d", "#b9770e", "#c0392b", "#1e8449"]):
    points = [(110 * week - 60, *released[week, shop][1:]) for week in models]
    line = "M" + "L".join(f"{x} {y(spend)}" for x, spend, _ in points)
    line += "".join(f"M{x} {y(spend - half)}V{y(spend + half)}" for x, spend, half in points)
    drawn.append(f"<path d='{line}' stroke='{colour}' stroke-width='2' fill='none'/>")
    drawn.append(f"<text x='395' y='{y(points[-1][1]) + 5}' fill='{colour}'>{shop}</text>")
size = "width='470' height='320' font-family='sans-serif' font-size='13'"
white = "<rect width='100%' height='100%' fill='white'/>"
display(SVG(f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{white}{''.join(drawn)}</svg>"))

# COMMAND ----------

# MAGIC %md
# MAGIC ## One week
# MAGIC
# MAGIC Each person is in at most two shops, `maxGroupsPerPerson`; the list of shops is public. `model.plot()` draws both
# MAGIC columns of this week.

# COMMAND ----------

summary = models[4].summary
print("guarantee: rho", summary.rho, "for each", summary.unit, "by", summary.neighbours)
print("confidence of each interval:", summary.confidence)
models[4].groups.select("shop", "status", "count", "mean", "halfWidths").orderBy("shop").show(truncate=False)

# COMMAND ----------

# From Spark 4.0 a release is a statement. allow-seed is for this notebook only.
spark.conf.set("spark.sql.catalog.pm", "org.privatemean.sql.PrivateMeanCatalog")
spark.conf.set("spark.sql.catalog.pm.allow-seed", "true")
spark.sql("""
  CALL pm.fit(query => 'SELECT person, shop, basket FROM visits WHERE week = 4', column => 'basket', dimension => 2,
    rho => 0.25, person_col => 'person', group_cols => array('shop'), max_groups_per_person => 2,
    public_keys => array('airport', 'centre', 'harbour', 'market'), seed => 2030)
""").select("shop", "status", "mean", "l2_radius").show(truncate=False)

# COMMAND ----------

# MAGIC %md
# MAGIC ## One budget for all weeks
# MAGIC
# MAGIC A person who comes every week is in every release, so the weeks add up: four of them to rho = 1, which is the budget of
# MAGIC this ledger. A fifth is refused before a row is read. No ledger pays for a seeded fit, so these fits have none, and
# MAGIC the cell prints nothing that depends on noise. `bin/private-mean ledger init` makes a ledger, too.

# COMMAND ----------

import re
import tempfile

ledger = f"file:{tempfile.mkdtemp()}/visits"
terms = f"ledger init --ledger {ledger} --rho 1 --neighbours addRemove --unit person:person --population customers"
words = spark._jvm.java.util.regex.Pattern.compile(" ").split(terms)
made = spark._jvm.org.privatemean.app.PrivateMeanJob.execute(words)

for week in range(1, 6):
    try:
        paid = release(week, ledger=ledger, releaseName=f"visits/week-{week}")
        print(f"week {week}: rho {paid.summary.rho}")
    except Exception as refusal:
        print(f"week {week}: refused:", re.search("needs.*(?= after)", str(refusal)).group())
