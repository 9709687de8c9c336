import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes the images of digit 0 in MNIST to one Parquet file, in the order of the source: those of
 * the training set, then those of the test set.
 *
 * <p>The file has one column, {@code features}, an array of 784 floats: the pixels of a 28 x 28
 * image row by row, each the float nearest to pixel/255, so in [0, 1].
 *
 * <p>Arguments: the folder that holds the four idx files, and the file to write, which is replaced
 * if it exists. The class path is that of Spark's jars, which hold the Parquet writer.
 */
final class MakeMnistZeros {
  private static final int IMAGES_MAGIC = 0x803;
  private static final int LABELS_MAGIC = 0x801;
  private static final int SIDE = 28;
  private static final int PIXELS = SIDE * SIDE;
  private static final int DIGIT = 0;

  /** The three-level list that Spark reads as {@code array<float>}. */
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message spark_schema {\n"
              + "  required group features (LIST) {\n"
              + "    repeated group list {\n"
              + "      required float element;\n"
              + "    }\n"
              + "  }\n"
              + "}\n");

  private MakeMnistZeros() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: MakeMnistZeros.java FOLDER-OF-IDX-FILES OUTPUT.parquet");
      System.exit(2);
    }
    Path folder = Path.of(args[0]);
    Path output = Path.of(args[1]);
    try (ParquetWriter<Group> writer = open(output)) {
      int train = copy(folder, "train", writer);
      int test = copy(folder, "t10k", writer);
      System.out.printf("%d + %d = %d images of digit %d%n", train, test, train + test, DIGIT);
    }
  }

  private static ParquetWriter<Group> open(Path output) throws IOException {
    return ExampleParquetWriter.builder(new LocalOutputFile(output))
        .withConf(new PlainParquetConfiguration())
        .withType(SCHEMA)
        .withCompressionCodec(CompressionCodecName.ZSTD)
        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
        .build();
  }

  private static int copy(Path folder, String set, ParquetWriter<Group> writer) throws IOException {
    ByteBuffer images = read(folder.resolve(set + "-images-idx3-ubyte"));
    ByteBuffer labels = read(folder.resolve(set + "-labels-idx1-ubyte"));
    expect("magic number of the labels", LABELS_MAGIC, labels.getInt());
    expect("magic number of the images", IMAGES_MAGIC, images.getInt());
    int count = labels.getInt();
    expect("number of images", count, images.getInt());
    expect("rows of an image", SIDE, images.getInt());
    expect("columns of an image", SIDE, images.getInt());

    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    byte[] pixels = new byte[PIXELS];
    int written = 0;
    for (int i = 0; i < count; i++) {
      images.get(pixels);
      if (labels.get() == DIGIT) {
        writer.write(row(rows, pixels));
        written++;
      }
    }
    return written;
  }

  private static ByteBuffer read(Path file) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(file));
  }

  private static Group row(SimpleGroupFactory rows, byte[] pixels) {
    Group row = rows.newGroup();
    Group features = row.addGroup("features");
    for (byte pixel : pixels) {
      features.addGroup("list").append("element", Byte.toUnsignedInt(pixel) / 255f);
    }
    return row;
  }

  private static void expect(String what, int expected, int found) {
    if (found != expected) {
      throw new IllegalArgumentException(
          String.format("%s: expected %d, found %d", what, expected, found));
    }
  }
}
