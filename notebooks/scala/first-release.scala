// Databricks notebook source
// MAGIC %md
// MAGIC # A first release
// MAGIC
// MAGIC Four columns of 53,940 diamonds at rho = 0.5: the private means with their intervals, then a picture of them. Below:
// MAGIC what was spent, what other budgets would give, the same by SQL, and the stage in a pipeline.
// MAGIC
// MAGIC The session needs the jar `org.privatemean:spark-private-mean:0.1.0`. `input` is where it finds the data.
// MAGIC
// MAGIC The data are public. That is why exact means may stand beside the private ones, and why a seed makes all figures
// MAGIC come out the same. **A real release has neither**: whoever knows the seed can take the noise off.

// COMMAND ----------

// DBTITLE 1,Result
import org.apache.spark.ml.feature.VectorAssembler
import org.apache.spark.sql.functions.{avg, col}
import org.privatemean.spark.PrivateMean

val input = "data-samples/diamonds.csv"
val names = Seq("carat", "depth", "table", "price")
val diamonds = spark.read.option("header", true).csv(input)
  .select(names.map(name => col(name).cast("double").as(name)): _*)
val assembler = new VectorAssembler().setInputCols(names.toArray).setOutputCol("features").setHandleInvalid("keep")
val rows = assembler.transform(diamonds).cache()

val model = new PrivateMean().setInputCol("features").setRho(0.5)
  .setSeed(2026) // for this notebook only
  .fit(rows)

val exact = diamonds.select(names.map(name => avg(name)): _*).first()
println("column   private mean   interval        exact")
for (((name, mean), (half, i)) <- names.zip(model.mean.toArray).zip(model.summary.halfWidths.zipWithIndex))
  println(f"$name%-8s $mean%12.4f   +- $half%-8.4f ${exact.getDouble(i)}%9.4f")

// COMMAND ----------

// DBTITLE 1,Picture
// Part of Databricks; a Zeppelin note defines it above. In Jupyter define it first: def displayHTML(html: String): Unit =
// kernel.display.html(html) with Toree, kernel.publish.html(html) with Almond.
displayHTML(model.summary.plot())

// COMMAND ----------

// MAGIC %md
// MAGIC ## What was spent
// MAGIC
// MAGIC Step by step, from released and public values only: the summary may be published with the mean.
// MAGIC `model.summary.toJson` gives the same to programs. One `fit` is one release; several on the same rows add up.

// COMMAND ----------

// DBTITLE 1,Summary
print(model.summary)

// COMMAND ----------

// MAGIC %md
// MAGIC ## What another budget would give
// MAGIC
// MAGIC From public values alone: nothing is read or spent. With a spread of 1 the error is a share of the spread.

// COMMAND ----------

// DBTITLE 1,Forecast
for (rho <- Seq(0.005, 0.05, 0.5)) {
  val forecast = new PrivateMean().setRho(rho).forecast(53940, names.length, 1)
  println(f"rho $rho%5.3f   expected l2 error ${forecast.expectedL2Error}%.5f")
}

// COMMAND ----------

// DBTITLE 1,Catalog
// From Spark 4.0 a release is a statement. allow-seed is for this notebook only.
spark.conf.set("spark.sql.catalog.pm", "org.privatemean.sql.PrivateMeanCatalog")
spark.conf.set("spark.sql.catalog.pm.allow-seed", "true")
rows.createOrReplaceTempView("diamonds")

// COMMAND ----------

// DBTITLE 1,Mean by SQL
// MAGIC %sql
// MAGIC CALL pm.fit(table => 'diamonds', column => 'features', rho => 0.5, seed => 2026)

// COMMAND ----------

// DBTITLE 1,Pipeline
// Only stages that treat each row by itself may stand before it. Here the budget is (epsilon, delta).
import org.apache.spark.ml.Pipeline

val stage = new PrivateMean().setInputCol("features").setOutputCol("mean").setEpsilon(1.0).setDelta(1e-7)
  .setSeed(2026) // for this notebook only
new Pipeline().setStages(Array(assembler, stage)).fit(diamonds).transform(diamonds).select("carat", "mean").show(2, false)
