"""The Python face on a real Spark. Skipped where there is no PySpark; PySparkIT runs it.

PM_JAR names the jar of spark-private-mean, PM_LAUNCHER its command; PYTHONPATH has pyspark, py4j and
that jar; the current folder is that of the project. With PM_NO_PYTHON_WORKERS what needs Python workers is left out: they want the same
version of PySpark and Spark.
"""

import contextlib
import inspect
import io
import os
import shutil
import subprocess
import tempfile
import unittest

try:
    from pyspark.ml import Pipeline, PipelineModel
    from pyspark.sql import SparkSession
except ImportError as e:
    raise unittest.SkipTest("no PySpark here: %s" % e)

import privatemean
from privatemean import (
    LocalGaussianMean,
    LocalGaussianMeanModel,
    LocalGaussianMeanSummary,
    PrivateCovariance,
    PrivateMean,
    PrivateMeanModel,
    PrivateMeanSummary,
    PrivateStandardScaler,
    PrivateStandardScalerModel,
)
from privatemean import stages as stages_module

STAGES = (PrivateMean, PrivateCovariance, PrivateStandardScaler, LocalGaussianMean)


def capital(name):
    return name[0].upper() + name[1:]


class StageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.jars", os.environ["PM_JAR"])
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()
        )
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.df = cls.spark.range(4000).selectExpr(
            "array(id % 7 + 0.5D, double(id % 3)) AS v",
            "id",
            "CASE WHEN id % 2 = 0 THEN 'even' ELSE 'odd' END AS parity",
            "id % 500 AS person",
        )
        cls.dir = tempfile.mkdtemp()

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        shutil.rmtree(cls.dir)

    def stage(self, **params):
        return PrivateMean(inputCol="v", dimension=2, rho=0.5, **params)

    def grouped(self, **params):
        return self.stage(groupCols=["parity"], publicKeys=["even", "odd", "none"], **params)

    def scaler(self, **params):
        return PrivateStandardScaler(inputCol="v", dimension=2, rho=0.5, **params)


class PrivateMeanTest(StageTest):
    def test_fit_mean_isAVectorNearTheExactMean(self):
        mean = self.stage().fit(self.df).mean
        self.assertEqual("DenseVector", type(mean).__name__)
        self.assertLess(abs(mean[0] - 3.5), 0.1)
        self.assertLess(abs(mean[1] - 1.0), 0.1)

    def test_fit_twiceWithOneSeed_equalMeans(self):
        a, b = (self.stage(seed=7).fit(self.df).mean for _ in range(2))
        self.assertEqual(a, b)

    def test_summary_isThatOfJava(self):
        model = self.stage().fit(self.df)
        s, java = model.summary, model._java_obj.summary()
        self.assertEqual(java.toJson(), s.report)
        self.assertEqual(java.l2Radius(), s.l2Radius)
        self.assertEqual(java.expectedL2Error(), s.expectedL2Error)
        self.assertEqual(list(model.mean), s.mean)
        self.assertEqual(4000, s.n)
        self.assertAlmostEqual(0.5, sum(c.rho for c in s.charges), 12)
        self.assertIsNone(s.epsilon)
        self.assertEqual(list(java.noiseStdDevs()), s.noiseStdDevs)
        self.assertEqual(list(java.halfWidths()), s.halfWidths)
        self.assertEqual(list(java.coversByColumn()), s.coversByColumn)
        self.assertEqual(java.columnWarnings().size(), len(s.columnWarnings))
        self.assertFalse(model.isGrouped)
        with self.assertRaisesRegex(ValueError, "no groups"):
            model.groups

    def test_summary_byTheColumns_isTheSame(self):
        """What a client of Spark Connect does, here in classic mode."""
        for model in (self.stage().fit(self.df), self.scaler().fit(self.df)):
            remote = stages_module.is_remote
            stages_module.is_remote = lambda: True
            try:
                self.assertEqual(model._java_obj.summary().toJson(), model._read_report())
            finally:
                stages_module.is_remote = remote

    def test_pages_theirLines_run(self):
        """The first lines of Python in README and in the guide, from the project's folder."""
        for page in ("README.md", "src/site/markdown/release-a-mean.md"):
            with open(page) as text:
                lines = text.read().split("```python\n")[1].split("```")[0]
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(lines, page, "exec"), {})
            self.assertRegex(printed.getvalue(), r"^\[[-\d.e,\n ]+\] [\[\d]", page)

    def test_badValues_javaMessages(self):
        with self.assertRaisesRegex(Exception, "rho given invalid value -1.0"):
            PrivateMean(inputCol="v", dimension=2, rho=-1.0).fit(self.df)
        with self.assertRaisesRegex(Exception, "budget"):
            PrivateMean(inputCol="v", dimension=2).fit(self.df)

    def test_fitWithParamMap_overrides(self):
        stage = self.stage()
        self.assertEqual(0.1, stage.fit(self.df, {stage.rho: 0.1}).summary.rho)
        models = stage.fit(self.df, [{stage.rho: 0.1}, {stage.rho: 0.2}])
        self.assertEqual([0.1, 0.2], [model.summary.rho for model in models])

    def test_transform_meanAndReportColumns(self):
        model = self.stage(outputCol="m", reportCol="r").fit(self.df)
        row = model.transform(self.df).first()
        self.assertEqual(model.mean, row["m"])
        self.assertEqual(model.summary.report, row["r"])
        self.assertEqual(model.summary, PrivateMeanSummary.fromJson(row["r"]))

    def test_model_saveLoad_equal(self):
        model = self.stage().fit(self.df)
        model.write().overwrite().save(self.dir + "/model")
        again = PrivateMeanModel.load(self.dir + "/model")
        self.assertIsInstance(again, PrivateMeanModel)
        self.assertEqual((model.uid, model.mean), (again.uid, again.mean))
        self.assertEqual(model.summary, again.summary)

    def test_scales_aList(self):
        summary = self.stage(scales=[2.0, 1.0]).fit(self.df).summary
        self.assertEqual(([2.0, 1.0], "public"), (summary.scales, summary.scalesFrom))

    def test_sampling_toldOf(self):
        auto = self.stage().fit(self.df).summary
        self.assertEqual(("auto", 0, None), (auto.sampling, auto.samplingHalvings, auto.sampledRows))
        summary = self.stage(sampling="always").fit(self.df).summary
        self.assertEqual(("always", 1), (summary.sampling, summary.samplingHalvings))
        self.assertTrue(0 < summary.sampledRows < summary.n)
        with self.assertRaisesRegex(Exception, "sampling is always, but regions proved"):
            self.stage(sampling="always", regions="proved").fit(self.df)

    def test_persons_areTheUnit(self):
        summary = self.stage(personCol="person").fit(self.df).summary
        self.assertEqual(("person", 500), (summary.unit, summary.n))

    @unittest.skipUnless("PM_LAUNCHER" in os.environ, "no launcher to make a ledger with")
    def test_ledger_paysOnceByName(self):
        ledger = "file:" + self.dir + "/ledger"
        made = "ledger init --rho 0.7 --neighbours replace --unit row --population people --ledger"
        subprocess.run(
            [os.environ["PM_LAUNCHER"], *made.split(), ledger], check=True, capture_output=True
        )
        stage = self.stage(ledger=ledger, releaseName="night/1")
        first, again = stage.fit(self.df), stage.fit(self.df)
        self.assertEqual(("night/1", False), (first.summary.releaseName, first.summary.replayed))
        self.assertEqual((first.mean, True), (again.mean, again.summary.replayed))
        with self.assertRaisesRegex(Exception, "ledger"):
            stage.setReleaseName("night/2").fit(self.df)

    def test_plot_isOneSvg(self):
        model = self.stage(seed=1).fit(self.df)
        self.assertTrue(model.plot().startswith("<svg "))
        self.assertTrue(model.plot(1, 2).startswith("<svg "))
        with self.assertRaisesRegex(ValueError, "height and width go together"):
            model.plot(2)

    def test_forecast_spendsNothing(self):
        s = self.stage().forecast(4000, 2, 3.0)
        self.assertEqual(([], []), (s.mean, s.charges))
        self.assertGreater(s.expectedL2Error, 0)
        rho = self.stage().forecastRho(4000, 2, 3.0, s.expectedL2Error)
        self.assertLess(abs(rho - 0.5), 0.02)
        self.assertLessEqual(self.stage().forecastRows(2, 3.0, s.expectedL2Error), 4000)
        groups = self.stage().forecastGroups(2000, 2, 2, 3.0)
        self.assertEqual("ok", groups.status)
        self.assertGreater(groups.expectedL2Error, 0)
        flag, normal = self.stage().forecastColumns(30000, "flag:0.01,normal*3")
        self.assertEqual(("flag:0.01", 1, "rare"), (flag.kind, flag.columns, flag.seen))
        self.assertGreater(flag.halfWidth, 2 * normal.halfWidth)


class LocalGaussianMeanTest(StageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.df = cls.spark.range(20000).selectExpr("id", "40 + 2 * randn(5) AS x")

    def stage(self, **params):
        return LocalGaussianMean(inputCol="x", epsilon=2.0, meanBound=100.0, **params)

    def test_fit_mean_isNearTheExactMean(self):
        model = self.stage(sigma=2.0, seed=1, idCol="id").fit(self.df)
        s = model.summary
        self.assertEqual((model.mean, model.sigma), (s.mean, s.sigma))
        self.assertLess(abs(model.mean - 40), 5 * s.standardError)
        self.assertLess(s.standardError, 0.2)
        self.assertEqual((20000, True, 2.0), (s.users, s.sigmaKnown, s.epsilon))
        self.assertIn(s.estimator, ("kv", "kv1"))
        self.assertIn(s.estimator, s.forecastErrors)
        self.assertEqual(model._java_obj.summary().toJson(), s.report)
        self.assertEqual(1, len(s.warnings))

    def test_fit_paramsAmiss_javaMessages(self):
        with self.assertRaisesRegex(Exception, "neither sigma nor sigmaMin is set"):
            self.stage().fit(self.df)

    def test_forecast_spendsNothing(self):
        stage = self.stage(sigmaMin=0.5, sigmaMax=20.0)
        self.assertGreater(stage.forecast(10000), stage.forecast(1000000))

    def test_model_transformsAndIsSaved(self):
        model = self.stage(sigma=2.0, outputCol="m", reportCol="r").fit(self.df)
        row = model.transform(self.df).first()
        self.assertEqual(model.mean, row["m"])
        self.assertEqual(model.summary, LocalGaussianMeanSummary.fromJson(row["r"]))
        model.write().overwrite().save(self.dir + "/local")
        again = LocalGaussianMeanModel.load(self.dir + "/local")
        self.assertEqual(model.summary, again.summary)
        pipeline = Pipeline(stages=[self.stage(sigma=2.0)]).fit(self.df)
        self.assertIsInstance(pipeline.stages[0], LocalGaussianMeanModel)


class GroupsTest(StageTest):
    def test_groups_isADataFrameOfTheKeys(self):
        model = self.grouped().fit(self.df)
        self.assertTrue(model.isGrouped)
        rows = {row["parity"]: row for row in model.groups.collect()}
        self.assertEqual({"even", "odd", "none"}, set(rows))
        self.assertEqual("tooSmall", rows["none"]["status"])
        self.assertIsNone(rows["none"]["mean"])
        self.assertLess(abs(rows["even"]["mean"][0] - 3.5), 0.3)
        self.assertEqual(
            ["parity", "mean", "count", "noiseStdDev", "clippingNorm", "expectedL2Error"],
            model.groups.columns[:6],
        )
        with self.assertRaisesRegex(ValueError, "model.groups"):
            model.mean

    def test_summary_hasTheSameGroups(self):
        model = self.grouped().fit(self.df)
        frame = {row["parity"]: row for row in model.groups.collect()}
        for group in model.summary.groups:
            row = frame[group.key["parity"]]
            self.assertEqual((row["status"], row["count"], row["rho"]), (
                group.status, group.count, group.rho))
            self.assertEqual(row["l2Radius"], group.l2Radius)
            self.assertEqual(None if row["mean"] is None else list(row["mean"]), group.mean)

    def test_saveLoad_equal(self):
        model = self.grouped().fit(self.df)
        model.write().overwrite().save(self.dir + "/groups")
        again = PrivateMeanModel.load(self.dir + "/groups")
        self.assertEqual(model.groups.collect(), again.groups.collect())

    def test_transform_joinsTheMeans(self):
        model = self.grouped(outputCol="m").fit(self.df)
        means = {row["parity"]: row["mean"] for row in model.groups.collect()}
        for row in model.transform(self.df).select("parity", "m").distinct().collect():
            self.assertEqual(means[row["parity"]], row["m"])


class PrivateStandardScalerTest(StageTest):
    def test_fit_statisticsNearTheExactOnes(self):
        model = self.scaler(outputCol="s", withMean=True).fit(self.df)
        self.assertIsInstance(model, PrivateStandardScalerModel)
        self.assertLess(abs(model.mean[0] - 3.5), 0.2)
        self.assertLess(abs(model.std[0] - 2.0), 0.3)
        self.assertEqual(list(model.std), model.summary.std)
        row = model.transform(self.df).first()
        for j in range(2):
            expected = (row["v"][j] - model.mean[j]) / model.std[j]
            self.assertAlmostEqual(expected, row["s"][j], 12)

    def test_saveLoad_equal(self):
        model = self.scaler().fit(self.df)
        model.write().overwrite().save(self.dir + "/scaler")
        again = PrivateStandardScalerModel.load(self.dir + "/scaler")
        self.assertEqual((model.mean, model.std), (again.mean, again.std))
        self.assertEqual(model.summary, again.summary)


class ParamsTest(StageTest):
    def test_params_areThoseOfJava(self):
        for cls in STAGES:
            stage = cls()
            java = {p.name(): p.doc() for p in stage._java_obj.params()}
            self.assertEqual(java, {p.name: p.doc for p in stage.params})
            for p in stage.params:
                j = stage._java_obj.getParam(p.name)
                self.assertEqual(stage._java_obj.hasDefault(j), stage.hasDefault(p), p.name)
                if stage.hasDefault(p):
                    default = stage._java_obj.getDefault(j).get()
                    self.assertEqual(default, stage.getOrDefault(p), p.name)
            self.assertIn("inputCol", stage.explainParams())

    def test_settersAndGetters_allParams(self):
        values = {
            "toFloat": 0.5,
            "toInt": 3,
            "toString": "x",
            "toBoolean": True,
            "toListString": ["x", "y"],
            "toListFloat": [1.0, 2.0],
        }
        for cls in STAGES:
            stage = cls()
            keywords = set(inspect.signature(cls).parameters)
            self.assertEqual({p.name for p in stage.params}, keywords)
            for p in stage.params:
                value = values[p.typeConverter.__name__]
                self.assertIs(stage, getattr(stage, "set" + capital(p.name))(value))
                self.assertEqual(value, getattr(stage, "get" + capital(p.name))())

    def test_positionalArguments_refused(self):
        with self.assertRaises(TypeError):
            PrivateMean("v")

    def test_copy_keepsUidAndParams(self):
        stage = self.stage()
        copy = stage.copy({stage.rho: 0.25})
        self.assertEqual((stage.uid, 0.25, 0.5), (copy.uid, copy.getRho(), stage.getRho()))

    def test_saveLoad_equal(self):
        for stage in (self.stage(), self.grouped(), self.scaler(withMean=True)):
            stage.write().overwrite().save(self.dir + "/stage")
            again = type(stage).load(self.dir + "/stage")
            self.assertEqual(stage.uid, again.uid)
            for p in stage.params:
                self.assertEqual(stage.isSet(p), again.isSet(again.getParam(p.name)), p.name)
                if stage.isSet(p):
                    self.assertEqual(stage.getOrDefault(p), again.getOrDefault(p.name), p.name)


class PipelineTest(StageTest):
    def test_saveLoad_equal(self):
        stages = [self.scaler(outputCol="s"), self.stage(outputCol="m")]
        model = Pipeline(stages=stages).fit(self.df)
        model.write().overwrite().save(self.dir + "/pipe")
        again = PipelineModel.load(self.dir + "/pipe")
        self.assertIsInstance(again.stages[0], PrivateStandardScalerModel)
        self.assertIsInstance(again.stages[1], PrivateMeanModel)
        self.assertEqual(model.stages[0].std, again.stages[0].std)
        self.assertEqual(model.stages[1].mean, again.stages[1].mean)
        Pipeline(stages=stages).write().overwrite().save(self.dir + "/pipe0")
        self.assertIsInstance(Pipeline.load(self.dir + "/pipe0").getStages()[1], PrivateMean)

    @unittest.skipIf("PM_NO_PYTHON_WORKERS" in os.environ, "PySpark and Spark of other versions")
    def test_withAPythonOnlyStage_saveLoad(self):
        from pyspark.ml import Transformer
        from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable

        class Same(Transformer, DefaultParamsReadable, DefaultParamsWritable):
            def _transform(self, dataset):
                return dataset

        Same.__module__ = "__main__"
        import __main__

        __main__.Same = Same
        model = Pipeline(stages=[Same(), self.stage()]).fit(self.df)
        model.write().overwrite().save(self.dir + "/mixed")
        again = PipelineModel.load(self.dir + "/mixed")
        self.assertEqual(model.stages[1].mean, again.stages[1].mean)


class JarTest(unittest.TestCase):
    def test_version_isThatOfTheJar(self):
        self.assertIn("-" + privatemean.__version__ + ".jar", os.environ["PM_JAR"])


if __name__ == "__main__":
    unittest.main()
