"""The calls that pyspark's wrapper makes, over the real protocol of py4j, without pyspark.

GatewayIT runs it. Arguments: port and token of a gateway whose entry point gives rows; PYTHONPATH has
py4j and this package, of which only privatemean.summary is read.
"""

import sys
import tempfile
import unittest

from py4j.java_gateway import GatewayParameters, JavaGateway
from py4j.protocol import Py4JJavaError

from privatemean import PrivateMeanSummary

PACKAGE = "org.privatemean.spark."


class GatewayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        port, token = sys.argv[1:3]
        cls.gateway = JavaGateway(
            gateway_parameters=GatewayParameters(
                port=int(port), auth_token=token, auto_convert=True
            )
        )
        cls.rows = cls.gateway.entry_point.rows(4000)

    @classmethod
    def tearDownClass(cls):
        cls.gateway.close()

    def java_class(self, name):
        found = self.gateway.jvm
        for part in (PACKAGE + name).split("."):
            found = getattr(found, part)
        return found

    def stage(self, name="PrivateMean", **params):
        made = self.java_class(name)("uid1")
        for param, value in dict(inputCol="v", dimension=2, rho=0.5, **params).items():
            made.set(made.getParam(param).w(value))
        return made

    def test_numbers_smallInts_fitLongIntAndDouble(self):
        made = self.stage(seed=7)
        self.assertEqual((7, 2, 0.5), (made.getSeed(), made.getDimension(), made.getRho()))

    def test_lists_ofTextAndNumbers_becomeArrays(self):
        made = self.stage(groupCols=["g", "h"], scales=[2.0, 1.0], payAgain="dead")
        self.assertEqual(["g", "h"], list(made.getGroupCols()))
        self.assertEqual([2.0, 1.0], list(made.getScales()))
        self.assertEqual("dead", made.getPayAgain())

    def test_badValue_messageOfJava(self):
        made = self.java_class("PrivateMean")("uid1")
        with self.assertRaises(Py4JJavaError) as raised:
            made.set(made.getParam("rho").w(-1.0))
        message = str(raised.exception.java_exception.getMessage())
        self.assertIn("rho given invalid value -1.0", message)

    def test_className_isTheNameOfTheShim(self):
        self.assertEqual(PACKAGE + "PrivateMean", self.stage().getClass().getName())

    def test_reportColumn_isTheSummary(self):
        model = self.stage(outputCol="m", reportCol="r", seed=7).fit(self.rows)
        row = model.transform(self.rows).first()
        read = PrivateMeanSummary.fromJson(row.getAs("r"))
        self.assertEqual(model.summary().toJson(), read.report)
        self.assertEqual((4000, 2, 0.5, True), (read.n, read.dimension, read.rho, read.seeded))
        self.assertEqual(read.mean, list(row.getAs("m").toArray()))
        self.assertLess(abs(read.mean[0] - 3.5), 0.1)

    def test_sameSeed_sameMean(self):
        means = [list(self.stage(seed=7).fit(self.rows).mean().toArray()) for _ in range(2)]
        self.assertEqual(means[0], means[1])

    def test_paramMapOverFit_isTaken(self):
        made = self.stage()
        none = self.gateway.new_array(self.gateway.jvm.org.apache.spark.ml.param.ParamPair, 0)
        model = made.fit(self.rows, made.getParam("rho").w(0.25), none)
        self.assertEqual(0.25, model.summary().rho())

    def test_saveLoad_equal(self):
        for name in ("PrivateMean", "PrivateStandardScaler"):
            model = self.stage(name).fit(self.rows)
            with tempfile.TemporaryDirectory() as folder:
                model.write().overwrite().save(folder + "/model")
                again = self.java_class(name + "Model").load(folder + "/model")
                self.assertEqual(model.summary().toJson(), again.summary().toJson())
                self.assertEqual("uid1", again.uid())

    def test_groups_areADataFrameAndInTheReport(self):
        model = self.stage(groupCols=["g"], publicKeys=["0", "1"]).fit(self.rows)
        read = PrivateMeanSummary.fromJson(model.summary().toJson())
        rows = model.groups().collectAsList()
        self.assertEqual(2, len(rows))
        for row, group in zip(rows, read.groups):
            self.assertEqual({"g": row.getAs("g")}, group.key)
            self.assertEqual(row.getAs("count"), group.count)
            self.assertEqual(list(row.getAs("mean").toArray()), group.mean)

    def test_forecast_isASummary(self):
        read = PrivateMeanSummary.fromJson(self.stage().forecast(4000, 2, 3.0).toJson())
        self.assertEqual(([], []), (read.mean, read.charges))
        self.assertGreater(read.expectedL2Error, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
