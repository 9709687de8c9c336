# Databricks notebook source
# MAGIC %md
# MAGIC # A first release
# MAGIC
# MAGIC Four columns of 53,940 diamonds at rho = 0.5: the private means with their intervals, then a picture of them. Below:
# MAGIC what was spent, what other budgets would give, the same by SQL, and a pipeline.
# MAGIC
# MAGIC The session needs the wheel of this project, which holds the jar. On Databricks install the jar on the cluster too,
# MAGIC since its session is there before a notebook is. `path` is where the session finds the data.
# MAGIC
# MAGIC The data are public. That is why exact means may stand beside the private ones, and why a seed makes all figures
# MAGIC come out the same. **A real release has neither**: whoever knows the seed can take the noise off.

# COMMAND ----------

from pyspark.ml.feature import VectorAssembler
from pyspark.sql import SparkSession

import privatemean
from privatemean import PrivateMean

spark = SparkSession.builder.config("spark.jars", privatemean.jar()).getOrCreate()
path = "../../data-samples/diamonds.csv"
columns = ["carat", "depth", "table", "price"]
schema = (
    "carat double, cut string, color string, clarity string, depth double, table double,"
    " price double, x double, y double, z double"
)
diamonds = spark.read.csv(path, header=True, schema=schema).select(columns)
assembler = VectorAssembler(inputCols=columns, outputCol="features", handleInvalid="keep")
rows = assembler.transform(diamonds).cache()

model = PrivateMean(inputCol="features", rho=0.5, seed=2026).fit(rows)  # the seed: for this notebook only

exact = diamonds.agg({name: "avg" for name in columns}).first().asDict()
print("column   private mean   interval        exact")
for name, mean, half in zip(columns, model.mean, model.summary.halfWidths):
    print(f"{name:8} {mean:12.4f}   +- {half:<8.4f} {exact[f'avg({name})']:9.4f}")

# COMMAND ----------

from IPython.display import SVG, display

display(SVG(model.plot()))  # on Databricks displayHTML(model.plot()), too

# COMMAND ----------

# MAGIC %md
# MAGIC ## What was spent
# MAGIC
# MAGIC Step by step, from released and public values only. `model.summary.report` is the whole as JSON. One `fit` is one
# MAGIC release; several on the same rows add up.

# COMMAND ----------

summary = model.summary
print("guarantee: rho", summary.rho, "for rows that", summary.neighbours)
for charge in summary.charges:
    print(f"  {charge.step}: {charge.rho:.4g}")
print("clipped rows at most:", summary.clippedRowsAtMost)
print("warnings:", summary.warningCodes)

# COMMAND ----------

# MAGIC %md
# MAGIC ## What another budget would give
# MAGIC
# MAGIC From public values alone: nothing is read or spent. With a spread of 1 the error is a share of the spread.

# COMMAND ----------

for rho in [0.005, 0.05, 0.5]:
    forecast = PrivateMean(rho=rho).forecast(rows=53940, dimension=4, spread=1.0)
    print(f"rho {rho:5.3f}   expected l2 error {forecast.expectedL2Error:.5f}")

# COMMAND ----------

# From Spark 4.0 a release is a statement. allow-seed is for this notebook only.
spark.conf.set("spark.sql.catalog.pm", "org.privatemean.sql.PrivateMeanCatalog")
spark.conf.set("spark.sql.catalog.pm.allow-seed", "true")
rows.createOrReplaceTempView("diamonds")
call = "CALL pm.fit(table => 'diamonds', column => 'features', rho => 0.5, seed => 2026)"
spark.sql(call).select("n", "rho", "l2_radius", "warnings").show(truncate=False)

# COMMAND ----------

# Spark's StandardScaler by private means and deviations. Only row-wise stages may stand before it.
from pyspark.ml import Pipeline

from privatemean import PrivateStandardScaler

scaler = PrivateStandardScaler(inputCol="features", outputCol="scaled", rho=0.5, withMean=True, seed=2026)
fitted = Pipeline(stages=[assembler, scaler]).fit(diamonds)
first = fitted.transform(diamonds).select("scaled").first()["scaled"]
print("the first row, scaled:", [round(float(value), 3) for value in first])
