package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The small helpers: {@link Types}, {@link Util}, {@link Pair}, {@link Version}. */
class ConversionsTest {
  @Test
  void typesAreChecked() throws TileDBError {
    assertThat(Types.typeCheck(Datatype.TILEDB_INT8, Datatype.TILEDB_INT8)).isTrue();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Types.typeCheck(Datatype.TILEDB_INT8, Datatype.TILEDB_UINT8))
        .withMessage("the data type is INT8, expected UINT8");
    assertThat(Types.javaTypeCheck(Long.class, Long.class)).isTrue();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Types.javaTypeCheck(Long.class, Integer.class))
        .withMessage("the class is java.lang.Long, expected java.lang.Integer");
    assertThat(Types.getNativeType(boolean[].class)).isEqualTo(Datatype.TILEDB_INT8);
    assertThat(Types.getNativeType(String.class)).isEqualTo(Datatype.TILEDB_STRING_ASCII);
  }

  @Test
  void bytesAreSplitIntoStrings() {
    byte[] data = "oneüthree".getBytes(StandardCharsets.UTF_8);
    assertThat(Util.bytesToStrings(new long[] {0, 3, 3, 5}, data))
        .containsExactly("one", "", "ü", "three");
    assertThat(Util.bytesToStrings(new long[0], new byte[0])).isEmpty();
  }

  @Test
  void numbersOutOfRangeAreRefused() throws TileDBError {
    assertThat(Util.castLongToInt(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Util.castLongToInt(1L << 31))
        .withMessage("2147483648 is greater than 2147483647");
    BigInteger largest = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    assertThat(Util.checkBigIntegerRange(largest)).isTrue();
    assertThat(Util.checkBigIntegerRange(BigInteger.ZERO)).isTrue();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Util.checkBigIntegerRange(largest.add(BigInteger.ONE)));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Util.checkBigIntegerRange(BigInteger.valueOf(-1)))
        .withMessage("-1 is out of range for UINT64 (0..18446744073709551615)");
  }

  @Test
  void pairsAreChangedAndSerialized() throws Exception {
    Pair<String, Integer> pair = new Pair<>("a", 1);
    pair.setFirst("b");
    pair.setSecond(2);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(pair);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Pair<?, ?> copy = (Pair<?, ?>) in.readObject();
      assertThat(copy.getFirst()).isEqualTo("b");
      assertThat(copy.getSecond()).isEqualTo(2);
    }
    assertThat(Pair.empty().getFirst()).isNull();
    assertThat(Pair.empty().getSecond()).isNull();
  }

  @Test
  void theVersionIsThatOfTileDb() {
    Version version = new Version();
    assertThat(version).hasToString("2.30.0");
    assertThat(version.getMajor()).isEqualTo(2);
    assertThat(version.getMinor()).isEqualTo(30);
    assertThat(version.getRevision()).isZero();
    assertThat(Constants.TILEDB_VAR_NUM).isEqualTo(4294967295L);
  }
}
