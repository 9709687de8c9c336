package org.privatemean.spark.param;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Test;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMean;
import scala.reflect.ClassTag;

/** On whatever Spark runs the tests, and on stand-ins for the forms of the other versions. */
final class TextParamTest {
  private static final PrivateMean PARENT = new PrivateMean("mean1");

  @Test
  void of_anyText_isAParamOfTheParent() {
    Param<String> param = TextParam.create(PARENT, "name", "what it is");
    assertEquals("mean1", param.parent());
    assertEquals("name", param.name());
    assertEquals("what it is", param.doc());
    assertEquals("anything", param.w("anything").value());
    assertEquals("\"text\"", param.jsonEncode("text"));
    assertEquals("text", param.jsonDecode("\"text\""));
  }

  @Test
  void oneOf_otherText_isRefusedByTheParam() {
    Param<String> param = TextParam.oneOf(PARENT, "name", "what it is", List.of("a", "b"));
    assertEquals("b", param.w("b").value());
    String message = assertThrows(IllegalArgumentException.class, () -> param.w("c")).getMessage();
    assertTrue(message.contains("name"), message);
  }

  @Test
  void make_plainConstructor_takesNoTag() {
    assertEquals("text, no tag", make(Plain.class).made);
  }

  @Test
  void make_taggedConstructor_getsTheTagOfStrings() {
    assertEquals("text, java.lang.String", make(Tagged.class).made);
  }

  @Test
  void make_neitherForm_namesTheVersionAndTheRemedyInOneSentence() {
    String message =
        assertThrows(UnsupportedOperationException.class, () -> make(Unknown.class)).getMessage();
    assertTrue(message.startsWith("Spark " + LocalSpark.session().version() + " is"), message);
    assertTrue(message.endsWith("use Spark 3.5, 4.0 or 4.1"), message);
    assertFalse(message.contains("\n"), message);
  }

  private static <P> P make(Class<P> form) {
    return TextParam.make(form, List.of(String.class), List.of("text"));
  }

  /** The form of every version except 4.0.0. */
  public static final class Plain {
    private final String made;

    /** By the name. */
    public Plain(String name) {
      made = name + ", no tag";
    }
  }

  /** The form of 4.0.0. */
  public static final class Tagged {
    private final String made;

    /** By the name, and the class of values. */
    public Tagged(String name, ClassTag<?> tag) {
      made = name + ", " + tag.runtimeClass().getName();
    }
  }

  /** A form of no version. */
  public static final class Unknown {
    /** By two names. */
    public Unknown(String name, String other) {
      throw new IllegalStateException(name + other);
    }
  }
}
