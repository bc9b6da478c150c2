package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bounds of a {@link Range}. */
class BoundsTest {
  private Context ctx;
  private Domain domain;

  @BeforeEach
  void open() throws TileDBError {
    ctx = new Context();
    domain = new Domain(ctx);
    domain.addDimension(
        new Dimension<>(ctx, "n", Datatype.TILEDB_UINT16, new Pair<>(0, 60000), 10));
    domain.addDimension(new Dimension<>(ctx, "s", Datatype.TILEDB_STRING_ASCII, null, null));
  }

  @AfterEach
  void close() {
    ctx.close();
  }

  @Test
  void numbersAreKeptWithTheirSize() throws TileDBError {
    Range range = new Range(ctx, domain, 0);
    range.setMin(3);
    range.setMax(60000);
    assertThat(range.getMin()).isEqualTo(3);
    assertThat(range.getMax()).isEqualTo(60000);
    assertThat(range.getMinSize()).isEqualTo(2);
    assertThat(range.getMaxSizeBI()).isEqualTo(2);
    Range same = new Range(ctx, range.getRange_t(), domain, 0);
    assertThat(same.getMax()).isEqualTo(60000);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> range.setMin(3L))
        .withMessage("the class is java.lang.Long, expected java.lang.Integer");
  }

  @Test
  void textsOfAnyLengthAreKept() throws TileDBError {
    Range range = new Range(ctx, domain, 1);
    range.setMin("aa");
    range.setMax("zzz");
    assertThat(range.getMinVar()).isEqualTo("aa");
    assertThat(range.getMin()).isEqualTo("aa");
    assertThat(range.getMaxVar()).isEqualTo("zzz");
    assertThat(range.getMaxSize()).isEqualTo(3);
    range.setMaxSize(2);
    assertThat(range.getMaxVar()).isEqualTo("zz");
    range.setMaxSize(BigInteger.TEN);
    assertThat(range.getMaxVar()).isEqualTo("zzz");
    range.setMinSize(1);
    assertThat(range.getMinSizeBI()).isEqualTo(1);
  }

  @Test
  void missingBoundsAreNamed() throws TileDBError {
    Range range = new Range(ctx, domain, 0);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(range::getMin)
        .withMessage("the range has no bound here; set it first");
    range.setMax(5);
    range.close();
    range.close();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(range::getMax);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(range::getMaxVar);
  }
}
