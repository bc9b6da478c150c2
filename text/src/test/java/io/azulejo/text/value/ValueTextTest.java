package io.azulejo.text.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.MetadataValue;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueTextTest {
  @Test
  void writesWholeNumbersInDecimal() {
    assertThat(ValueText.of(Datatype.INT8, 1, bytes(0x80))).isEqualTo("-128");
    assertThat(ValueText.of(Datatype.UINT8, 1, bytes(0xff))).isEqualTo("255");
    assertThat(ValueText.of(Datatype.INT16, 1, bytes(0xfd, 0xff))).isEqualTo("-3");
    assertThat(ValueText.of(Datatype.UINT16, 1, bytes(0xfd, 0xff))).isEqualTo("65533");
    assertThat(ValueText.of(Datatype.INT32, 1, ints(Integer.MIN_VALUE))).isEqualTo("-2147483648");
    assertThat(ValueText.of(Datatype.UINT32, 1, ints(-1))).isEqualTo("4294967295");
    assertThat(ValueText.of(Datatype.INT64, 1, longs(Long.MIN_VALUE)))
        .isEqualTo("-9223372036854775808");
    assertThat(ValueText.of(Datatype.UINT64, 1, longs(-1))).isEqualTo("18446744073709551615");
    assertThat(ValueText.of(Datatype.BOOL, 1, bytes(1))).isEqualTo("1");
    assertThat(ValueText.of(Datatype.DATETIME_NS, 1, longs(-7))).isEqualTo("-7");
    assertThat(ValueText.of(Datatype.TIME_AS, 1, longs(0))).isEqualTo("0");
  }

  @Test
  void writesAnyNumberAsTheJdkDoes() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long value = random.nextLong() >>> random.nextInt(64);
      assertThat(new TextBuffer(0).appendUnsigned(value).toString())
          .isEqualTo(new BigInteger(Long.toUnsignedString(value)).toString());
      assertThat(new TextBuffer(0).appendDecimal(-value).toString()).isEqualTo(-value + "");
    }
    long power = 1;
    for (int i = 0; i < 20; i++, power *= 10) {
      assertThat(new TextBuffer(0).appendUnsigned(power).toString())
          .isEqualTo(Long.toUnsignedString(power));
      assertThat(new TextBuffer(0).appendUnsigned(power - 1).toString())
          .isEqualTo(Long.toUnsignedString(power - 1));
    }
  }

  @Test
  void writesRealNumbersByTheirBits() {
    assertThat(ValueText.of(Datatype.FLOAT32, 1, ints(0x3f800000))).isEqualTo("0x3f800000");
    assertThat(ValueText.of(Datatype.FLOAT32, 1, ints(0x7fa00001))).isEqualTo("0x7fa00001");
    assertThat(ValueText.of(Datatype.FLOAT64, 1, longs(1))).isEqualTo("0x0000000000000001");
    assertThat(ValueText.ofNumber(Datatype.FLOAT32, 1.0)).isEqualTo("0x3f800000");
    assertThat(ValueText.ofNumber(Datatype.FLOAT64, -0.0)).isEqualTo("0x8000000000000000");
  }

  @Test
  void quotesStringsAndEscapesWhatIsNotPrintableAscii() {
    byte[] odd = "a\"\\\tü~".getBytes(StandardCharsets.UTF_8);
    String text = "\"a\\\"\\\\\\x09\\xc3\\xbc~\"";
    assertThat(ValueText.of(Datatype.STRING_UTF8, Attribute.VAR, odd)).isEqualTo(text);
    assertThat(ValueText.of(Datatype.CHAR, odd.length, odd)).isEqualTo(text);
    assertThat(ValueText.of(Datatype.GEOM_WKT, 1, odd)).isEqualTo(text);
    assertThat(ValueText.of(Datatype.STRING_UTF16, 1, bytes('a', 0))).isEqualTo("\"a\\x00\"");
    assertThat(ValueText.of(Datatype.STRING_ASCII, Attribute.VAR, bytes())).isEqualTo("\"\"");
  }

  @Test
  void writesBytesInHexadecimal() {
    for (Datatype type : new Datatype[] {Datatype.BLOB, Datatype.GEOM_WKB, Datatype.ANY}) {
      assertThat(ValueText.of(type, Attribute.VAR, bytes(0, 255))).isEqualTo("x00ff");
      assertThat(ValueText.of(type, 2, bytes())).isEqualTo("x");
    }
  }

  @Test
  void writesSeveralValuesInBrackets() {
    assertThat(ValueText.of(Datatype.INT32, 3, ints(1, -2, 3))).isEqualTo("[1 -2 3]");
    assertThat(ValueText.of(Datatype.INT32, Attribute.VAR, ints(1))).isEqualTo("[1]");
    assertThat(ValueText.of(Datatype.FLOAT32, Attribute.VAR, bytes())).isEqualTo("[]");
  }

  @Test
  void writesEndsOfRanges() {
    assertThat(ValueText.low(Datatype.UINT64, Range.of(-1L, -1L)))
        .isEqualTo("18446744073709551615");
    assertThat(ValueText.high(Datatype.INT64, Range.of(-1L, -1L))).isEqualTo("-1");
    assertThat(ValueText.low(Datatype.FLOAT32, Range.of(0.5, 1.0))).isEqualTo("0x3f000000");
    assertThat(ValueText.high(Datatype.STRING_ASCII, Range.of("a", "b\n"))).isEqualTo("\"b\\x0a\"");
  }

  @Test
  void writesMetadataLikeCells() {
    assertThat(ValueText.of(MetadataValue.of(Datatype.INT32, 1, ints(5)))).contains("5");
    assertThat(ValueText.of(MetadataValue.of(Datatype.INT32, 2, ints(5, 6)))).contains("[5 6]");
    assertThat(ValueText.of(MetadataValue.of(Datatype.STRING_UTF8, 1, bytes('x'))))
        .contains("\"x\"");
    assertThat(ValueText.of(MetadataValue.of(Datatype.INT32, 0, bytes()))).isEmpty();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] ints(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asIntBuffer().put(values);
    return buffer.array();
  }

  private static byte[] longs(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }
}
