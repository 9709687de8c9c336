#!/bin/sh
# Runs a fit on Kubernetes. MASTER is k8s://https://HOST:PORT, IMAGE is built by the Dockerfile beside this
# file, account.yaml makes the service account; the arguments are those of "private-mean fit", with
# absolute addresses.
set -eu
: "${MASTER:?k8s://https://HOST:PORT}" "${IMAGE:?the image}" "${SPARK_HOME:?an installation of Spark}"
exec "$SPARK_HOME/bin/spark-submit" --master "$MASTER" --deploy-mode cluster --name private-mean \
  --conf "spark.kubernetes.container.image=$IMAGE" \
  --conf spark.kubernetes.authenticate.driver.serviceAccountName=spark \
  --conf spark.executor.instances=2 --conf spark.executor.memory=4g --conf spark.driver.memory=4g \
  --conf spark.io.encryption.enabled=true --conf spark.network.crypto.enabled=true \
  --conf spark.authenticate=true \
  --class org.privatemean.app.PrivateMeanJob \
  "local:///opt/spark/jars/spark-private-mean-${VERSION:-0.1.0}.jar" fit "$@"
