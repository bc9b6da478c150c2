package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.testkit.CorpusValues;
import io.azulejo.text.value.ValueText;
import org.junit.jupiter.api.Test;

class CorpusValuesTest {
  @Test
  void readsWhatIsWritten() {
    Range[] wholes = {Range.of(Long.MIN_VALUE, -1L), Range.of(0L, Long.MAX_VALUE)};
    for (Range range : wholes) {
      for (Datatype type : new Datatype[] {Datatype.INT64, Datatype.UINT64, Datatype.TIME_AS}) {
        assertThat(reread(type, range)).isEqualTo(range);
      }
    }
    Range reals = Range.of(-0.0, 0.1);
    assertThat(reread(Datatype.FLOAT64, reals)).isEqualTo(reals);
    Range floats = Range.of((double) -0.1f, 3.0);
    assertThat(reread(Datatype.FLOAT32, floats)).isEqualTo(floats);
    byte[] odd = new byte[256];
    for (int i = 0; i < odd.length; i++) {
      odd[i] = (byte) i;
    }
    Range strings = Range.of(new byte[0], odd);
    assertThat(reread(Datatype.STRING_ASCII, strings)).isEqualTo(strings);
  }

  @Test
  void refusesStringsWithoutQuotes() {
    refuses(IllegalArgumentException.class, () -> CorpusValues.string("a"));
  }

  private static Range reread(Datatype type, Range range) {
    return CorpusValues.range(type, ValueText.low(type, range), ValueText.high(type, range));
  }
}
