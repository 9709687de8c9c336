// Databricks notebook source
// MAGIC %md
// MAGIC # A private mean on Spark
// MAGIC
// MAGIC How to release the mean of several columns at once under differential privacy: what it
// MAGIC will cost and how far it will be off, before anything is spent; the release itself; its
// MAGIC summary; the error at several budgets; the stage in a Spark ML pipeline.
// MAGIC
// MAGIC The session needs the jar `org.privatemean:spark-private-mean:0.1.0` on its class path.
// MAGIC
// MAGIC The data are public (`data-samples/README.md` in the source tree says whose). That is
// MAGIC why this notebook may look at single rows and at exact means. **Do neither with private
// MAGIC data**: both are outside the guarantee.

// COMMAND ----------

// MAGIC %md
// MAGIC ## Settings
// MAGIC
// MAGIC `input` is any path that Spark reads. `seed` makes the figures below come out the same
// MAGIC on every run and on every cluster. **A real release must not set a seed**: anyone who knows
// MAGIC it can take the noise off.

// COMMAND ----------

// DBTITLE 1,Settings
val input = "data-samples/diamonds.csv"
val seed = 2021L

// COMMAND ----------

// MAGIC %md
// MAGIC ## Load
// MAGIC
// MAGIC Seven columns of 53,940 diamonds. By default every column errs in proportion to its own
// MAGIC spread, in whatever unit it is. The price is put in thousands of dollars, so that the l2
// MAGIC errors below are not those of the price alone.

// COMMAND ----------

// DBTITLE 1,Load
import org.apache.spark.ml.feature.VectorAssembler
import org.apache.spark.sql.functions.col

val names = Array("carat", "depth", "table", "price", "x", "y", "z")
val columns = names.map(name => col(name).cast("double").as(name))
val diamonds = spark.read.option("header", true).csv(input)
  .select(columns: _*)
  .withColumn("price", col("price") / 1000)
val assembler = new VectorAssembler().setInputCols(names).setOutputCol("features").setHandleInvalid("keep")
val features = assembler.transform(diamonds).select("features").cache()

diamonds.show(3)

// COMMAND ----------

// MAGIC %md
// MAGIC ## Forecast
// MAGIC
// MAGIC Everything here comes from public values: the number of rows (public because
// MAGIC neighbouring data sets differ by replacing one row), the number of columns, and a guess of
// MAGIC the root mean squared distance of a row to the mean, 6 here. So it costs nothing.
// MAGIC
// MAGIC A forecast takes the rows for Gaussian, in columns that are alike. It is low where some rows
// MAGIC lie far out, as here.

// COMMAND ----------

// DBTITLE 1,Forecast
import org.privatemean.spark.PrivateMean

val n = diamonds.count()

def estimator = new PrivateMean().setInputCol("features")

println("    rho   expected l2 error")
for (rho <- Seq(0.01, 0.1, 1.0)) {
  val forecast = estimator.setRho(rho).forecast(n, names.length, 6)
  println(f"$rho%7.2f ${forecast.expectedL2Error}%19.5f")
}

// COMMAND ----------

// MAGIC %md
// MAGIC ## Fit
// MAGIC
// MAGIC The budget is all that has to be chosen; the method, the recentred mean, finds out by
// MAGIC itself, privately, where the rows lie and how far they spread. One `fit` is one release:
// MAGIC it is rho-zCDP, and several on the same rows add up. In place of `setRho`, `setEpsilon`
// MAGIC with `setDelta` asks for (epsilon, delta)-DP. Where the number of rows is private, add
// MAGIC `setNeighbours("addRemove")`.

// COMMAND ----------

// DBTITLE 1,Fit
val model = estimator
  .setRho(0.5)
  .setSeed(seed) // for this notebook only
  .fit(features)

names.zip(model.mean.toArray).foreach { case (name, value) => println(f"$name%-8s $value") }

// COMMAND ----------

// MAGIC %md
// MAGIC ## Summary
// MAGIC
// MAGIC What was spent step by step, and how far the mean may be off, from released and public
// MAGIC values only: the summary may be published with the mean. `model.summary.toJson` gives
// MAGIC the same to programs.
// MAGIC
// MAGIC The error bars name what they cover: the mean of the rows, as far as private looks see what
// MAGIC clipping takes off, or the noise alone. What clipping adds over all possible data could be
// MAGIC bounded only if a public bound on the rows were given.

// COMMAND ----------

// DBTITLE 1,Summary
print(model.summary)

// COMMAND ----------

// MAGIC %md
// MAGIC The means with their intervals, in private standard deviations of their columns. `displayHTML`
// MAGIC is part of Databricks; in a Zeppelin note a paragraph above defines it. In Jupyter define it
// MAGIC first, with the Toree kernel as `def displayHTML(html: String): Unit =
// MAGIC kernel.display.html(html)`, with Almond as `def displayHTML(html: String): Unit =
// MAGIC kernel.publish.html(html)`.

// COMMAND ----------

// DBTITLE 1,Picture
displayHTML(model.summary.plot())

// COMMAND ----------

// MAGIC %md
// MAGIC ## A mean for each group
// MAGIC
// MAGIC Each cut has its own mean, and each has the whole budget: a diamond is in one group. The
// MAGIC list of cuts is public; how many diamonds a cut has is private, and `count` is noisy.

// COMMAND ----------

// DBTITLE 1,Groups
val cuts = assembler.transform(
  spark.read.option("header", true).csv(input)
    .select(columns :+ col("cut"): _*)
    .withColumn("price", col("price") / 1000))

val byCut = estimator
  .setGroupCols("cut")
  .setPublicKeys("Fair", "Good", "Very Good", "Premium", "Ideal")
  .setRho(0.5)
  .setSeed(seed + 1) // for this notebook only
  .fit(cuts)

byCut.groups.select("cut", "status", "count", "mean").show(false)

// COMMAND ----------

// DBTITLE 1,Picture of groups
displayHTML(byCut.summary.plot())

// COMMAND ----------

// MAGIC %md
// MAGIC ## SQL
// MAGIC
// MAGIC From Spark 4.0 on the same release is a statement: `CALL pm.fit`, where `pm` is a catalog that the
// MAGIC session names. The statement is run once, however often its row is read. The row has the mean,
// MAGIC what it cost, how far it may be off, and the report. `allow-seed` is for this notebook only.

// COMMAND ----------

// DBTITLE 1,Catalog
spark.conf.set("spark.sql.catalog.pm", "org.privatemean.sql.PrivateMeanCatalog")
spark.conf.set("spark.sql.catalog.pm.allow-seed", "true")
features.createOrReplaceTempView("diamonds")

// COMMAND ----------

// DBTITLE 1,Mean by SQL
// MAGIC %sql
// MAGIC CALL pm.fit(table => 'diamonds', column => 'features', rho => 0.5, seed => 2021)

// COMMAND ----------

// MAGIC %md
// MAGIC ## Error against the exact mean
// MAGIC
// MAGIC Allowed only because the data are public. On private data neither the exact mean nor its
// MAGIC distance to the private one may be shown: use the forecast and the summary. Each fit
// MAGIC below would also be a further charge on the same rows.

// COMMAND ----------

// DBTITLE 1,Error of the release
import org.apache.spark.ml.linalg.{Vector, Vectors}
import org.apache.spark.ml.stat.Summarizer

val exact = features.select(Summarizer.mean(col("features"))).first().getAs[Vector](0)

def error(mean: Vector) = math.sqrt(Vectors.sqdist(mean, exact))

println(f"l2 error          ${error(model.mean)}%.6f")
println(f"expected l2 error ${model.summary.expectedL2Error}%.6f")

// COMMAND ----------

// MAGIC %md
// MAGIC ## Another method, and other budgets
// MAGIC
// MAGIC `shiftedClipped`, the shifted clipped mean of Huang, Liang and Yi (2021), needs a public
// MAGIC bound on the l2 norm of a row. The documented ranges end at 5.01 carat, 79 and 95 per cent,
// MAGIC 18.823 thousand dollars, 10.74, 58.9 and 31.8 mm: no row is longer than 143.

// COMMAND ----------

// DBTITLE 1,Error at several budgets
val budgets = Seq(0.01, 0.03, 0.1, 0.3, 1.0)
val runs = 3

def meanError(stage: PrivateMean, rho: Double) = {
  val errors = for (run <- 1 to runs) yield {
    error(stage.setRho(rho).setSeed(seed + run).fit(features).mean)
  }
  errors.sum / runs
}

val methods = Seq(
  "recentred" -> estimator,
  "shiftedClipped" -> estimator.setMethod("shiftedClipped").setBound(150.0))
val curves = for ((method, stage) <- methods)
  yield method -> budgets.map(rho => meanError(stage, rho))

println(s"mean l2 error of $runs releases")
println("    rho   recentred   shiftedClipped")
for (i <- budgets.indices)
  println(f"${budgets(i)}%7.2f ${curves(0)._2(i)}%11.5f ${curves(1)._2(i)}%16.5f")

// COMMAND ----------

// MAGIC %md
// MAGIC The same as a picture, drawn as SVG without any library.

// COMMAND ----------

// DBTITLE 1,Plot
import java.util.Locale

val (width, height, left, bottom) = (560.0, 340.0, 70.0, 50.0)
val errors = curves.flatMap(_._2)
val low = math.floor(math.log10(errors.min)).toInt
val high = math.ceil(math.log10(errors.max)).toInt

def x(rho: Double) = left + (math.log10(rho) + 2) / 2 * (width - left - 20)
def y(error: Double) = 20 + (high - math.log10(error)) / (high - low) * (height - bottom - 20)
def svg(format: String, values: Any*) = format.formatLocal(Locale.ROOT, values: _*)
def text(x: Double, y: Double, anchor: String, words: String) =
  svg("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor, words)

val grid = (low to high).map { power =>
  val at = y(math.pow(10, power))
  svg("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#ccc'/>", left, at, width - 20, at) +
    text(left - 8, at + 4, "end", svg("%s", BigDecimal(10).pow(power)))
}
val ticks = budgets.map(rho => text(x(rho), height - bottom + 20, "middle", rho.toString))
val labels = Seq(
  text((left + width) / 2, height - 8, "middle", "rho (zCDP)"),
  svg(
    "<g transform='rotate(-90)'>%s</g>",
    text(-(height - bottom + 20) / 2, 16, "middle", "mean l2 error")))
val looks = Seq(("#1f618d", "end", 20), ("#c0392b", "start", -10))
val lines = curves.zip(looks).map { case ((method, values), (colour, anchor, below)) =>
  val points = budgets.zip(values).map { case (rho, error) => svg("%.1f,%.1f", x(rho), y(error)) }
  svg(
    "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>",
    points.mkString(" "), colour) +
    svg("<g fill='%s'>%s</g>", colour, text(x(budgets(1)), y(values(1)) + below, anchor, method))
}
val style = "xmlns='http://www.w3.org/2000/svg' font-family='sans-serif' font-size='13'"
val picture = svg("<svg %s width='%.0f' height='%.0f'>", style, width, height) +
  "<rect width='100%' height='100%' fill='white'/>" +
  (grid ++ ticks ++ labels ++ lines).mkString + "</svg>"

displayHTML(picture)

// COMMAND ----------

// MAGIC %md
// MAGIC ## In a pipeline
// MAGIC
// MAGIC `PrivateMean` is an estimator like any other: it takes the vector of a `VectorAssembler`,
// MAGIC and its model appends the private mean to every row. Only stages that treat each row by
// MAGIC itself may stand before it: a `StandardScaler` or a `StringIndexer` would put exact statistics
// MAGIC into the saved pipeline. Here the budget is given as
// MAGIC (epsilon, delta), delta being far below one in the number of rows.

// COMMAND ----------

// DBTITLE 1,Pipeline
import org.apache.spark.ml.Pipeline
import org.privatemean.spark.PrivateMeanModel

val stage = estimator
  .setOutputCol("privateMean")
  .setEpsilon(1.0)
  .setDelta(1e-7)
  .setSeed(seed)
val fitted = new Pipeline().setStages(Array(assembler, stage)).fit(diamonds)

val released = fitted.stages.last.asInstanceOf[PrivateMeanModel]
println(s"asked for epsilon 1, delta 1e-7; charged rho ${released.summary.rho}")
fitted.transform(diamonds).select("carat", "price", "privateMean").show(2, false)
