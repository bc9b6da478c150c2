package io.azulejo.internal.read.label;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LabelValuesTest {
  private static final OutputField TEXT =
      new OutputField("l", Datatype.STRING_ASCII, Attribute.VAR, false, -1, new byte[] {'-'}, true);

  private static Column labels(int[] offsets, String text) {
    return new VarColumn(
        "label", Datatype.STRING_ASCII, offsets.length - 1, offsets, text.getBytes(), null);
  }

  @Test
  void takesWhatIsWantedAndFillsWhatHasNoLabel() {
    LabelValues values = new LabelValues(TEXT, new long[] {-9, 2, 4, 7, 8}, 100);

    assertThat(values.add(new long[] {1, 2, 3, 4}, labels(new int[] {0, 1, 3, 4, 7}, "abbcddd")))
        .isTrue();
    assertThat(values.add(new long[] {6, 7}, labels(new int[] {0, 1, 2}, "ef"))).isTrue();
    CellColumn found = values.finish().orElseThrow();

    assertThat(found.offsets()).containsExactly(0, 1, 3, 6, 7, 8);
    assertThat(new String(found.data(), 0, 8, StandardCharsets.US_ASCII)).isEqualTo("-bbdddf-");
  }

  @Test
  void givesUpWhenLabelsAreTooLargeUnlessThereIsOneAlone() {
    Column labels = labels(new int[] {0, 6, 12}, "abcdefghijkl");

    assertThat(new LabelValues(TEXT, new long[] {1, 2}, 12).add(new long[] {1, 2}, labels))
        .isTrue();
    assertThat(new LabelValues(TEXT, new long[] {1, 2}, 11).add(new long[] {1, 2}, labels))
        .isFalse();
    assertThat(new LabelValues(TEXT, new long[] {1, 2}, 1).finish()).isEmpty();
    assertThat(new LabelValues(TEXT, new long[] {2}, 1).add(new long[] {1, 2}, labels)).isTrue();
  }
}
