package io.azulejo.schema;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnumerationTest {
  private static Enumeration ofLongs(Datatype type, long... values) {
    return Enumeration.ofLongs("e", type, false, values);
  }

  @Test
  void findsTexts() {
    Enumeration sky = Enumeration.ofStrings("sky", false, List.of("dull", "", "clear", "klår"));

    assertThat(sky.indexOf("dull")).hasValue(0);
    assertThat(sky.indexOf("")).hasValue(1);
    assertThat(sky.indexOf("clear")).hasValue(2);
    assertThat(sky.indexOf("klår")).hasValue(3);
    assertThat(sky.indexOf("clea")).isEmpty();
    assertThat(sky.indexOf("clears")).isEmpty();
    assertThat(Enumeration.ofStrings("none", false, List.of()).indexOf("")).isEmpty();
  }

  @Test
  void findsTextsOfFixedSizeAndOfOtherEncodings() {
    byte[] pairs = "abcdab".getBytes(StandardCharsets.US_ASCII);
    byte[] wide = "äb".getBytes(StandardCharsets.UTF_16LE);

    assertThat(Enumeration.fixed("e", Datatype.STRING_ASCII, 2, false, pairs).indexOf("cd"))
        .hasValue(1);
    assertThat(Enumeration.fixed("e", Datatype.STRING_ASCII, 2, false, pairs).indexOf("c"))
        .isEmpty();
    Enumeration utf16 = Enumeration.var("e", Datatype.STRING_UTF16, false, wide, new long[] {0, 2});
    assertThat(utf16.indexOf("b")).hasValue(1);
  }

  @Test
  void findsTheFirstOfEqualValuesThatOtherWritersStored() {
    byte[] bytes = {7, 3, 7, 3};

    assertThat(Enumeration.fixed("e", Datatype.UINT8, 1, false, bytes).indexOf(7)).hasValue(0);
    assertThat(Enumeration.fixed("e", Datatype.UINT8, 1, false, bytes).indexOf(3)).hasValue(1);
  }

  @Test
  void findsIntegers() {
    assertThat(ofLongs(Datatype.INT16, 5, -1, 300).indexOf(-1)).hasValue(1);
    assertThat(ofLongs(Datatype.INT16, 5, -1, 300).indexOf(65535)).isEmpty();
    assertThat(ofLongs(Datatype.UINT8, 200, 1).indexOf(200)).hasValue(0);
    assertThat(ofLongs(Datatype.UINT8, 200, 1).indexOf(-56)).isEmpty();
    assertThat(ofLongs(Datatype.UINT64, 1, -1).indexOf(-1)).hasValue(1);
    assertThat(ofLongs(Datatype.DATETIME_DAY, 1, 365).indexOf(365)).hasValue(1);
  }

  @Test
  void findsFloatingPointNumbers() {
    Enumeration doubles =
        Enumeration.ofDoubles("e", Datatype.FLOAT64, false, 0.1, 2, -0.0, Double.NaN);
    Enumeration floats = Enumeration.ofDoubles("e", Datatype.FLOAT32, false, 0.1, 16777216);

    assertThat(doubles.indexOf(0.1)).hasValue(0);
    assertThat(doubles.indexOf(2)).hasValue(1);
    assertThat(doubles.indexOf(0.0)).isEmpty();
    assertThat(doubles.indexOf(-0.0)).hasValue(2);
    assertThat(doubles.indexOf(Double.NaN)).hasValue(3);
    assertThat(floats.indexOf(0.1)).hasValue(0);
    assertThat(floats.indexOf(16777216)).hasValue(1);
    assertThat(floats.indexOf(16777217)).isEmpty();
  }

  @Test
  void findsBytes() {
    byte[] points = {1, 2, 3, 4};

    assertThat(Enumeration.fixed("e", Datatype.INT8, 2, false, points).indexOf(new byte[] {3, 4}))
        .hasValue(1);
    assertThat(Enumeration.fixed("e", Datatype.INT8, 2, false, points).indexOf(new byte[] {2, 3}))
        .isEmpty();
  }

  @Test
  void refusesValuesOfAnotherType() {
    refuses(InvalidRequestException.class, () -> ofLongs(Datatype.INT32, 1).indexOf("1"));
    assertThatThrownBy(() -> ofLongs(Datatype.INT32, 1).indexOf(1.0))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> Enumeration.ofStrings("e", false, List.of("1")).indexOf(1))
        .isInstanceOf(InvalidRequestException.class);
    refuses(
        InvalidRequestException.class,
        () -> Enumeration.fixed("e", Datatype.INT8, 2, false, new byte[2]).indexOf(0));
  }

  @Test
  void findsEachOfManyValues() {
    long[] values = new Random(1).longs(10_000).distinct().toArray();
    Enumeration many = ofLongs(Datatype.INT64, values);

    for (int i = 0; i < values.length; i++) {
      assertThat(many.indexOf(values[i])).hasValue(i);
    }
  }
}
