package io.azulejo.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeParserTest {
  private static final ArraySchema SCHEMA =
      ArraySchema.sparse()
          .dimension(dimension("x", Datatype.INT32, Range.of(-100, 100)))
          .dimension(dimension("u", Datatype.UINT64, Range.of(0, -2)))
          .dimension(dimension("t", Datatype.DATETIME_DAY, Range.of(0, 100_000)))
          .dimension(dimension("f", Datatype.FLOAT32, Range.of(-1e9, 1e9)))
          .dimension(dimension("name", Datatype.STRING_ASCII, null))
          .dimension(dimension("a b=", Datatype.INT8, Range.of(0, 9)))
          .dimension(dimension("d", Datatype.TIME_SEC, Range.of(-3600, 86_400)))
          .dimension(dimension("m", Datatype.DATETIME_MIN, Range.of(0, 1L << 40)))
          .buildAsStored();
  private static final NDRange WRITTEN =
      NDRange.of(
          Range.of(-5, 7),
          Range.of(1, -3),
          Range.of(10, 20),
          Range.of(-0.5, 0.5),
          Range.of("b", "m"),
          Range.of(2, 3),
          Range.of(0, 600),
          Range.of(0, 600));

  private final RangeParser ranges = new RangeParser(SCHEMA, Optional.of(WRITTEN));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x=1..4|x=1..4",
        "x=-4..-1|x=-4..-1",
        "x=+3|x=3..3",
        "x=..3|x=-5..3",
        "x=0..|x=0..7",
        "x=..|x=-5..7",
        "\"x\"=\"1\"..\"4\"|x=1..4",
        "u=18446744073709551610..18446744073709551614|u=18446744073709551610..18446744073709551614",
        "t=2024-01-01..2024-01-31|t=2024-01-01..2024-01-31",
        "t=15..16|t=1970-01-16..1970-01-17",
        "t=2019|t=2019-01-01..2019-12-31",
        "t=2019-02|t=2019-02-01..2019-02-28",
        "t=2019..2020-02|t=2019-01-01..2020-02-29",
        "t=+2019|t=1975-07-13..1975-07-13",
        "t=2243|t=2243-01-01..2243-10-17",
        "m=2019-03-01..2019-03-02|m=2019-03-01T00:00Z..2019-03-02T23:59Z",
        "m=2019-03-01T00:00..2019-03-02T00:00|m=2019-03-01T00:00Z..2019-03-02T00:00Z",
        "t=..1970-01-16|t=1970-01-11..1970-01-16",
        "f=.1..1e2|f=0.1..100.0",
        "f=0x3f800000..2.|f=1.0..2.0",
        "f=-Infinity..-1.5|f=-Infinity..-1.5",
        "name=b..d|name=\"b\"..\"d\"",
        "name=\"b..c\"..\"d\\x7f\"|name=\"b..c\"..\"d\\x7f\"",
        "name=\"\"|name=\"\"..\"\"",
        "name=..d|name=\"\"..\"d\"",
        "name=c..|name=\"c\"..\"m\"",
        "name=z..|name=\"z\"..\"z\"",
        "\"a b=\"=1..2|\"a b=\"=1..2",
        "x=-5..5|x=-5..5",
        "x=-10..-2..4|x=-10..-2..4",
        "x=..-3|x=-5..-3",
        "x=....2|x=-5..7..2",
        "x=0....3|x=0..7..3",
        "u=2..18446744073709551614..9|u=2..18446744073709551614..9",
        "t=2024-01-01..2024-01-31..7|t=2024-01-01..2024-01-31..7",
        "t=2024-01-01..2024-01-31..P1W|t=2024-01-01..2024-01-31..7",
        "d=PT5M..PT1H|d=300..3600",
        "d=-PT1M..|d=-60..600",
        "d=0..PT1H..PT5M|d=0..3600..300",
        "d=-5..10|d=-5..10",
      })
  void takesRangesOfEveryKind(String given, String understood) {
    assertThat(
            ranges.subarray(List.of(given)).ranges().entrySet().stream()
                .map(
                    e ->
                        QuotedText.ofName(e.getKey())
                            + "="
                            + RangeText.of(
                                SCHEMA.dimension(e.getKey()).orElseThrow().type(),
                                e.getValue().get(0))))
        .containsExactly(understood);
  }

  @Test
  void keepsSeveralRangesOfADimensionInTheirOrder() {
    assertThat(ranges.subarray(List.of("x=5..6", "u=1", "x=1..2")).ranges().get("x"))
        .containsExactly(Range.of(5, 6), Range.of(1, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x|expected DIM=LO..HI, such as x=-5..7",
        "y=1|unknown dimension y; valid: x, u, t, f, name, \"a b=\", d, m",
        "x=|the value is missing",
        "x=4..1|end of the range is before its start",
        "x=50..|no cells were written there; specify both ends; cells were written in -5..7; the domain is -100..100",
        "x=1..2..3..4|the step \"3..4\" is not an integer",
        "x=1..2..|the step \"\" is not an integer",
        "x=1..9..0|the step 0 must be at least 1",
        "x=9..1..2|end of the range is before its start",
        "f=1..2..3|steps require integers; the dimension is FLOAT32",
        "name=a..b..c|put strings that contain .. in double quotes",
        "t=0..9..PT12H|finer than the unit of DATETIME_DAY",
        "d=PT0.5S|finer than the unit of TIME_SEC",
        "d=soon|\"soon\" is not an integer or a duration such as PT5M",
        "x=1..9..PT5M|the step \"PT5M\" is not an integer",
        "x=a|\"a\" is not an integer",
        "x=1.5|\"1.5\" is not an integer",
        "x=3000000000|3000000000 is out of range for INT32; the domain is -100..100",
        "u=-1|-1 is out of range for UINT64",
        "u=18446744073709551615..1|end of the range is before its start",
        "t=2024-01-01T12:00|finer than the unit of DATETIME_DAY",
        "t=may|is not an integer or a date such as",
        "f=one|\"one\" is not a number; expected one such as",
        "f=0x3ff0000000000000|the bits of FLOAT32 need 8 hex digits",
        "\"x=1|not closed",
      })
  void saysWhatIsWrongWithARange(String given, String reason) {
    assertThatThrownBy(() -> ranges.subarray(List.of(given)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("--range " + given + ": ")
        .hasMessageContaining(reason);
  }

  @Test
  void takesRangesOfDimensionLabels() {
    ArraySchema labeled =
        ArraySchema.dense()
            .dimension(
                Dimension.asStored(
                    "i",
                    Datatype.INT32,
                    1,
                    FilterPipeline.EMPTY,
                    Optional.of(Range.of(1, 9)),
                    Optional.of(3L)))
            .attribute(Attribute.of("a", Datatype.INT32))
            .label(
                DimensionLabel.asStored(
                    0,
                    "height",
                    true,
                    "height",
                    "value",
                    DataOrder.INCREASING,
                    Datatype.FLOAT64,
                    1,
                    false))
            .buildAsStored();
    RangeParser labels = new RangeParser(labeled, Optional.empty());
    assertThat(labels.subarray(List.of("height=1..2.5", "height=3..", "height=..0")).ranges())
        .containsExactly(
            Map.entry("height", List.of(Range.of(1.0, 2.5), Range.from(3.0), Range.until(0.0))));
    assertThatThrownBy(() -> labels.subarray(List.of("height=..")))
        .hasMessage("--range height=..: specify at least one end of the range");
    assertThatThrownBy(() -> labels.subarray(List.of("z=1")))
        .hasMessageContaining("valid: i, height");
  }

  @Test
  void openEndsOfAnEmptyArrayAreThoseOfItsDomain() {
    RangeParser empty = new RangeParser(SCHEMA, Optional.empty());
    assertThat(empty.subarray(List.of("x=3..")).ranges().get("x"))
        .containsExactly(Range.of(3, 100));
  }

  @Test
  void timesAreMillisecondsOrIso() {
    assertThat(RangeParser.time("0", "--at")).isZero();
    assertThat(RangeParser.time("18446744073709551615", "--at")).isEqualTo(-1);
    assertThat(RangeParser.time("2024-05-31T12:30:00.250Z", "--at")).isEqualTo(1717158600250L);
    assertThat(RangeParser.time("2024-05-31T14:30+02:00", "--at")).isEqualTo(1717158600000L);
    assertThatThrownBy(() -> RangeParser.time("yesterday", "--at"))
        .hasMessageStartingWith("--at yesterday: expected milliseconds since 1970, or a date");
    assertThatThrownBy(() -> RangeParser.time("1969-12-31", "--at"))
        .hasMessage("--at 1969-12-31: times must not be before 1970");
    assertThatThrownBy(() -> RangeParser.time("-5", "--at"))
        .hasMessageStartingWith("--at -5: expected milliseconds");
  }

  private static Dimension dimension(String name, Datatype type, Range domain) {
    return Dimension.asStored(
        name,
        type,
        domain == null ? Attribute.VAR : 1,
        FilterPipeline.EMPTY,
        Optional.ofNullable(domain),
        Optional.empty());
  }
}
