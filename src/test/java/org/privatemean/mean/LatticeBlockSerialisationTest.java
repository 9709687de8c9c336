package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.rows.Block;
import scala.reflect.ClassTag$;

/** Blocks go to disk and over the wire by whichever serializer Spark was set to. */
final class LatticeBlockSerialisationTest {
  private static final Block NARROW =
      EncodedBlocks.of(false, new long[] {1, -2}, new long[] {3, 4});
  private static final Block WIDE =
      EncodedBlocks.of(true, new long[] {1L << 40, -2}, new long[] {3, 4});
  private static final Block DOUBLES =
      EncodedBlocks.of(new double[] {1, -0.0}, new double[] {3, 4});

  private static final Block SPARSE = VectorBlock.of(sparse(), 3, new int[0]);

  private static SparseRows sparse() {
    SparseRows.Builder builder = new SparseRows.Builder();
    builder.add(new double[] {0, 2.5, 0});
    return builder.build();
  }

  static Stream<Serializer> serializers() {
    return Stream.of(new JavaSerializer(new SparkConf()), new KryoSerializer(new SparkConf()));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void deserialize_ofSerialize_isTheBlock(Serializer serializer) {
    for (Block block : new Block[] {NARROW, WIDE, DOUBLES, SPARSE}) {
      SerializerInstance instance = serializer.newInstance();
      Block read =
          instance.deserialize(
              instance.serialize(block, ClassTag$.MODULE$.apply(Block.class)),
              ClassTag$.MODULE$.apply(Block.class));
      assertArrayEquals(block.toBytes(), read.toBytes());
    }
  }

  /** The binary form, which leaves out the room of a part-filled block, and little beside it. */
  @Test
  void serialize_byJava_writesTheBinaryForm() {
    VectorBlock block = VectorBlock.of(1, 2, new double[2 * 4096], new int[0]);
    int size =
        new JavaSerializer(new SparkConf())
            .newInstance()
            .serialize(block, ClassTag$.MODULE$.apply(Block.class))
            .remaining();
    assertTrue(size < block.toBytes().length + 250, "bytes: " + size);
  }
}
