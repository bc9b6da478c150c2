package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Conditions on strings with the filters DICTIONARY and RLE, against strings without filters. */
class DictionaryConditionsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20261127L);
  private static final Location PLACE = Location.of("mem://a");
  private static final String[] CONDITIONS = {
    "%s = 'v3'",
    "%s != 'v3'",
    "%s < 'v5'",
    "%s in ('', 'v1', 'ü2', 'none')",
    "%s not in ('', 'v1')",
    "%s like '%%1'",
    "%s not like '_2%%'",
    "%s starts with 'v1' and i > 30",
    "%s = 'v1' or i < 20",
    "%s = plain",
    "%s != v",
    "%s is null",
    "%s is not null",
  };

  private final Random random = new Random(SEED);
  @AutoClose private Azulejo azulejo;

  @Test
  void selectsTheSameCellsAsWithoutTheFilters() {
    System.out.println("azulejo.seed=" + SEED);
    check(3000, 700, 12, CONDITIONS);
  }

  @Test
  void selectsTheSameCellsIfMostStringsAreDistinct() {
    check(2000, 300, 5000, CONDITIONS);
  }

  @Test
  void selectsTheSameCellsFromMoreThan64KiStrings() {
    check(160_000, 80_000, 1 << 20, "%s like '%%77'", "%1$s < 'v2' and %1$s != v");
  }

  private void check(int cells, int capacity, int distinct, String... conditions) {
    azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
    azulejo.create(
        PLACE,
        ArraySchema.sparse()
            .dimension(Dimension.of("id", Datatype.INT32, Range.of(0, 1 << 20), 1 << 18))
            .capacity(capacity)
            .attribute(Attribute.of("i", Datatype.INT32))
            .attribute(text("plain", FilterPipeline.of()))
            .attribute(text("dictionary", FilterPipeline.of(Filter.dictionary())))
            .attribute(text("rle", FilterPipeline.of(Filter.rle(), Filter.zstd(3))))
            .attribute(Attribute.builder("v", Datatype.STRING_UTF8).var().build())
            .build());
    for (int from = 0; from < cells; from += (cells + 1) / 2) {
      write(from, Math.min(cells, from + (cells + 1) / 2), distinct);
    }
    for (String condition : conditions) {
      for (Layout order : List.of(Layout.UNORDERED, Layout.ROW_MAJOR)) {
        List<List<Object>> expected = rows(condition.formatted("plain"), order, true);
        for (String field : List.of("dictionary", "rle")) {
          assertThat(rows(condition.formatted(field), order, true))
              .as("%s of %s in %s", condition, field, order)
              .isEqualTo(expected);
          assertThat(rows(condition.formatted(field), order, false))
              .as("only the dimension, %s of %s", condition, field)
              .isEqualTo(expected.stream().map(row -> row.subList(0, 1)).toList());
        }
      }
    }
  }

  private static Attribute text(String name, FilterPipeline filters) {
    return Attribute.builder(name, Datatype.STRING_UTF8).var().nullable().filters(filters).build();
  }

  private void write(int from, int to, int distinct) {
    List<String> texts = new ArrayList<>();
    for (int i = from; i < to; i++) {
      int number = random.nextInt(distinct);
      boolean same = !texts.isEmpty() && random.nextInt(3) == 0;
      String text = random.nextInt(8) == 0 ? "" : (number % 4 == 2 ? "ü" : "v") + number;
      texts.add(same ? texts.get(texts.size() - 1) : random.nextInt(9) == 0 ? null : text);
    }
    List<String> others = texts.stream().map(t -> t == null ? "x" : t.replace('3', '4')).toList();
    azulejo
        .array(PLACE)
        .append(
            Batch.of(
                Column.ofInts("id", IntStream.range(from, to).toArray()),
                Column.ofInts("i", IntStream.range(from, to).map(i -> i % 50).toArray()),
                Column.ofStrings("plain", texts.toArray(String[]::new)),
                Column.ofStrings("dictionary", texts.toArray(String[]::new)),
                Column.ofStrings("rle", texts.toArray(String[]::new)),
                Column.ofStrings("v", others.toArray(String[]::new))));
  }

  private List<List<Object>> rows(String condition, Layout order, boolean all) {
    List<String> fields = all ? List.of("id", "plain", "dictionary", "rle", "v") : List.of("id");
    ReadRequest request = ReadRequest.ALL.select(fields).layout(order).where(condition);
    try (Stream<Row> rows = azulejo.open(PLACE).read(request).rows()) {
      return rows.map(row -> Arrays.asList(fields.stream().map(row::get).toArray())).toList();
    }
  }
}
