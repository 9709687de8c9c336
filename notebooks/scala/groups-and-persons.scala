// Databricks notebook source
// MAGIC %md
// MAGIC # Groups and persons over time
// MAGIC
// MAGIC 3,000 made-up persons visit four shops for 28 nights, each person two of the shops. Every week the mean of each
// MAGIC shop is released at rho = 0.25. A person with all visits is protected: `spend` is the mean over the persons of what
// MAGIC each spends per visit, with its interval; `persons` is a noisy count. Below: one week's report, a week by SQL, and
// MAGIC the ledger that ends after four weeks.
// MAGIC
// MAGIC The session needs the jar `org.privatemean:spark-private-mean:0.1.0`. Nobody is in these rows. That is why exact means
// MAGIC may stand beside the private ones, and why a seed makes all figures come out the same. **A real release has neither.**

// COMMAND ----------

// DBTITLE 1,Result
import org.apache.spark.ml.linalg.Vector
import org.privatemean.spark.PrivateMean

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

val shops = Seq("airport", "centre", "harbour", "market")
def stage = new PrivateMean().setInputCol("basket").setDimension(2).setRho(0.25)
  .setPersonCol("person").setGroupCols("shop").setPublicKeys(shops: _*).setMaxGroupsPerPerson(2)
def visits(week: Int) = spark.table("visits").where(s"week = $week")

val models = (1 to 4).map(week => stage.setSeed(2026 + week).fit(visits(week))) // the seed: for this notebook only

val exact = spark.sql("""
  SELECT week, shop, avg(spend) FROM (
    SELECT week, shop, person, avg(basket[0]) AS spend FROM visits GROUP BY week, shop, person)
  GROUP BY week, shop""").collect().map(row => (row.getInt(0), row.getString(1)) -> row.getDouble(2)).toMap
val released = for ((model, at) <- models.zipWithIndex; group <- model.groups.orderBy("shop").collect())
  yield (at + 1, group.getAs[String]("shop"), group.getAs[Double]("count"),
    group.getAs[Vector]("mean")(0), group.getAs[Vector]("halfWidths")(0))

println("week  shop     persons   spend   interval   exact")
for ((week, shop, persons, spend, half) <- released)
  println(f"$week%-5d $shop%-8s $persons%7.0f $spend%7.2f   +- $half%-6.2f ${exact((week, shop))}%7.2f")

// COMMAND ----------

// DBTITLE 1,Picture
// Part of Databricks; a Zeppelin note defines it above. In Jupyter define it first: def displayHTML(html: String): Unit =
// kernel.display.html(html) with Toree, kernel.publish.html(html) with Almond.
val (low, high) = (released.map(r => r._4 - r._5).min, released.map(r => r._4 + r._5).max)
def y(spend: Double) = (20 + 260 * (high - spend) / (high - low)).round
val lines = for ((shop, colour) <- shops.zip(Seq("#1f618d", "#b9770e", "#c0392b", "#1e8449"))) yield {
  val points = released.filter(_._2 == shop).map { case (week, _, _, spend, half) => (110 * week - 60, spend, half) }
  val bars = points.map { case (x, mean, half) => s"M$x ${y(mean - half)}V${y(mean + half)}" }
  s"<path d='M${points.map { case (x, mean, _) => s"$x ${y(mean)}" }.mkString("L")}${bars.mkString}' stroke='$colour' " +
    s"stroke-width='2' fill='none'/><text x='395' y='${y(points.last._2) + 5}' fill='$colour'>$shop</text>"
}
val labels = (1 to 4).map(week => s"<text x='${110 * week - 60}' y='310' text-anchor='middle'>week $week</text>") ++
  Seq(low, high).map(spend => f"<text x='2' y='${y(spend) + 5}'>$spend%.1f</text>")
displayHTML("<svg xmlns='http://www.w3.org/2000/svg' width='470' height='320' font-family='sans-serif' font-size='13'>" +
  "<rect width='100%' height='100%' fill='white'/>" + (lines ++ labels).mkString + "</svg>")

// COMMAND ----------

// MAGIC %md
// MAGIC ## One week
// MAGIC
// MAGIC Each person is in at most two shops, `maxGroupsPerPerson`; the list of shops is public. `model.summary.plot()` draws
// MAGIC both columns of this week.

// COMMAND ----------

// DBTITLE 1,Summary
print(models.last.summary)

// COMMAND ----------

// DBTITLE 1,Catalog
// From Spark 4.0 a release is a statement. allow-seed is for this notebook only.
spark.conf.set("spark.sql.catalog.pm", "org.privatemean.sql.PrivateMeanCatalog")
spark.conf.set("spark.sql.catalog.pm.allow-seed", "true")

// COMMAND ----------

// DBTITLE 1,Week by SQL
// MAGIC %sql
// MAGIC CALL pm.fit(query => 'SELECT person, shop, basket FROM visits WHERE week = 4', column => 'basket', dimension => 2,
// MAGIC   rho => 0.25, person_col => 'person', group_cols => array('shop'), max_groups_per_person => 2,
// MAGIC   public_keys => array('airport', 'centre', 'harbour', 'market'), seed => 2030)

// COMMAND ----------

// MAGIC %md
// MAGIC ## One budget for all weeks
// MAGIC
// MAGIC A person who comes every week is in every release, so the weeks add up: four of them to rho = 1, which is the budget of
// MAGIC this ledger. A fifth is refused before a row is read. No ledger pays for a seeded fit, so these fits have none, and
// MAGIC the cell prints nothing that depends on noise. `bin/private-mean ledger init` makes a ledger, too.

// COMMAND ----------

// DBTITLE 1,Ledger
import org.privatemean.app.PrivateMeanJob

val ledger = "file:" + java.nio.file.Files.createTempDirectory("ledger").resolve("visits")
val made = PrivateMeanJob.execute("ledger", "init", "--ledger", ledger, "--rho", "1", "--neighbours", "addRemove",
  "--unit", "person:person", "--population", "customers of four shops")

for (week <- 1 to 5) {
  val paid = scala.util.Try(stage.setLedger(ledger).setReleaseName(s"visits/week-$week").fit(visits(week)))
  println(s"week $week: " + paid.fold(_.getMessage.replaceAll(".*(needs.*?) after.*", "refused: $1"), "rho " + _.summary.rho))
}
