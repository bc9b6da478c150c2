package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.table.TableAggregate.Function;
import io.azulejo.testkit.TestArrays;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

/** Arrays of a few cells, and what is read of them. */
abstract class SmallArrays {
  static final Location PLACE = Location.of("mem://traps/array");

  @AutoClose final Azulejo engine = Azulejo.builder().computeThreads(1).build();

  /** A sparse array with cells at 0, 1, 2, ... of a dimension d. */
  Array sparse(Attribute attribute, Column cells) {
    engine.create(
        PLACE,
        ArraySchema.sparse()
            .dimension(Dimension.of("d", Datatype.INT32, Range.of(-10, 1000), 100))
            .attribute(attribute)
            .build());
    write(cells);
    return engine.open(PLACE);
  }

  void write(Column cells) {
    long[] d = new long[cells.rows()];
    Arrays.setAll(d, i -> i);
    engine
        .array(PLACE)
        .append(Batch.of(cells.rows(), List.of(Column.of("d", Datatype.INT32, d), cells)));
  }

  Array numbers(Datatype type, double... values) {
    return sparse(Attribute.of("x", type), Column.of("x", type, values));
  }

  Array numbers(Datatype type, long... values) {
    return sparse(Attribute.of("x", type), Column.of("x", type, values));
  }

  /** The places of the rows that are read. */
  static List<Integer> places(Translation pushed) {
    ReadRequest request = pushed.request(List.of("d")).layout(Layout.ROW_MAJOR);
    return TestArrays.rows(
        pushed.array().read(request), (batch, row) -> batch.column("d").getInt(row));
  }

  static Translation pushed(Array array, Dialect dialect, Predicate predicate) {
    return ArrayTable.of(array, TableOptions.of(dialect)).translate(predicate);
  }

  static void exactly(Array array, Dialect dialect, Predicate predicate, Integer... places) {
    Translation pushed = pushed(array, dialect, predicate);
    assertThat(pushed.verdict()).isEqualTo(Verdict.EXACT);
    assertThat(places(pushed)).containsExactly(places);
  }

  static AggregateTranslation aggregates(Translation rows, Function function) {
    return rows.aggregates(List.of(TableAggregate.of(function, "x")), List.of());
  }
}
