# Databricks notebook source
# MAGIC %md
# MAGIC # Private means in Python
# MAGIC
# MAGIC Load, forecast, fit, read the summary, a mean for each group, a pipeline. The session needs the
# MAGIC wheel of this project, which holds the jar: `pip install spark_private_mean-0.1.0-py3-none-any.whl`.
# MAGIC On Databricks install the jar on the cluster too, since its session is there before a notebook is.

# COMMAND ----------

from pyspark.sql import SparkSession

import privatemean
from privatemean import PrivateMean, PrivateMeanSummary, PrivateStandardScaler

spark = SparkSession.builder.config("spark.jars", privatemean.jar()).getOrCreate()
print("spark-private-mean", privatemean.__version__)

# COMMAND ----------

# MAGIC %md
# MAGIC ## Load
# MAGIC
# MAGIC 53,940 diamonds. Set `path` to where the session finds the file. The schema is given: `inferSchema` would
# MAGIC look at the rows to find one.

# COMMAND ----------

from pyspark.ml.feature import VectorAssembler

path = "../data-samples/diamonds.csv"
columns = ["carat", "depth", "table", "price"]
schema = (
    "carat double, cut string, color string, clarity string, depth double, table double,"
    " price double, x double, y double, z double"
)
table = spark.read.csv(path, header=True, schema=schema)
rows = VectorAssembler(inputCols=columns, outputCol="features", handleInvalid="keep").transform(table)
print(rows.count(), "rows of", len(columns), "columns")

# COMMAND ----------

# MAGIC %md
# MAGIC ## What would a budget buy?
# MAGIC
# MAGIC From public values alone: nothing is read and nothing is spent. With a spread of 1 the error is a
# MAGIC share of it.

# COMMAND ----------

for rho in [0.005, 0.05, 0.5]:
    forecast = PrivateMean(rho=rho).forecast(rows=53940, dimension=4, spread=1.0)
    epsilon = forecast.epsilonAtDelta[1e-6]
    print(f"rho {rho}: epsilon {epsilon:.2f}, l2 error {forecast.expectedL2Error:.5f} of the spread")

# COMMAND ----------

# MAGIC %md
# MAGIC ## Fit
# MAGIC
# MAGIC The seed makes this page the same on every cluster. A real release must not set one: anyone who knows
# MAGIC it can take the noise off.

# COMMAND ----------

model = PrivateMean(inputCol="features", rho=0.5, seed=2026).fit(rows)
summary = model.summary
for name, mean, half in zip(columns, model.mean, summary.halfWidths):
    print(f"{name:6} {mean:10.4f} +- {half:.4f}")

# COMMAND ----------

print("guarantee: rho", summary.rho, "for rows that", summary.neighbours)
for charge in summary.charges:
    print(f"  {charge.step}: {charge.rho:.4g}")
print("clipped rows at most:", summary.clippedRowsAtMost)
print("warnings:", summary.warningCodes)

# COMMAND ----------

# MAGIC %md
# MAGIC The picture is drawn by the model, from released values only. On Databricks `displayHTML(model.plot())`
# MAGIC shows it too.

# COMMAND ----------

from IPython.display import SVG, display

display(SVG(model.plot()))

# COMMAND ----------

# MAGIC %md
# MAGIC ## A mean for each group
# MAGIC
# MAGIC Each group has the whole budget, since a row is in one group. The list of groups is public, whatever the
# MAGIC rows hold.

# COMMAND ----------

cuts = ["Fair", "Good", "Very Good", "Premium", "Ideal"]
stage = PrivateMean(inputCol="features", rho=0.5, groupCols=["cut"], publicKeys=cuts, seed=2026)
grouped = stage.fit(rows)
for group in grouped.groups.collect():
    print(f"{group['cut']:10} {group['count']:6.0f} rows, price {group['mean'][3]:7.1f}")

# COMMAND ----------

display(SVG(grouped.plot()))

# COMMAND ----------

# MAGIC %md
# MAGIC ## In a pipeline
# MAGIC
# MAGIC Spark's `StandardScaler` by private means and deviations; the pipeline is saved and loaded as others are.
# MAGIC Only row-wise stages may stand before it.

# COMMAND ----------

import tempfile

from pyspark.ml import Pipeline, PipelineModel

assembler = VectorAssembler(inputCols=columns, outputCol="vector", handleInvalid="keep")
scaler = PrivateStandardScaler(
    inputCol="vector", outputCol="scaled", rho=0.5, withMean=True, seed=2026
)
folder = tempfile.mkdtemp() + "/scaled"
Pipeline(stages=[assembler, scaler]).fit(table).write().save(folder)
loaded = PipelineModel.load(folder)
print("standard deviations:", [round(float(std), 3) for std in loaded.stages[1].std])
first = loaded.transform(table).select("scaled").first()["scaled"]
print("the first row, scaled:", [round(float(value), 3) for value in first])

# COMMAND ----------

# MAGIC %md
# MAGIC ## The report as a column
# MAGIC
# MAGIC The way to the report where a model's methods cannot be called, as over Spark Connect. It is the JSON that the
# MAGIC command line writes, and needs no PySpark to be read.

# COMMAND ----------

row = model.transform(rows, {model.outputCol: "mean", model.reportCol: "report"}).first()
read = PrivateMeanSummary.fromJson(row["report"])
print(read == summary, read.n, read.dimension, round(read.l2Radius, 4))
