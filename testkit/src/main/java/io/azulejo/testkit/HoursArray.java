package io.azulejo.testkit;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A small sparse array, each of whose writes is one cell: for tests of where arrays lie. */
public final class HoursArray {
  private static final ArraySchema SCHEMA =
      TestSchemas.of("sparse(hour INT32 0..23/24) celsius FLOAT64");

  private final Azulejo azulejo;
  private final Location location;

  /** The array at a location, whether it is there or not. */
  public HoursArray(Azulejo azulejo, Location location) {
    this.azulejo = azulejo;
    this.location = location;
  }

  /** Creates it. */
  public void create() {
    azulejo.create(location, SCHEMA);
  }

  /** Writes the cell of an hour, as a fragment of its own. */
  public void append(int hour) {
    try (var out = azulejo.array(location).writer()) {
      out.append(
          Batch.of(
              Column.of("hour", Datatype.INT32, hour),
              Column.of("celsius", Datatype.FLOAT64, hour / 2.0)));
      out.commit();
    }
  }

  /** All cells as text, one on a line. */
  public String rows() {
    try (var rows = azulejo.open(location).read().rows()) {
      return rows.map(Object::toString).collect(Collectors.joining("\n"));
    }
  }

  /** What {@link #rows} is when the first hours of the day were written. */
  public static String firstHours(int count) {
    return IntStream.range(0, count)
        .mapToObj(hour -> "hour=%d, celsius=%s".formatted(hour, hour / 2.0))
        .collect(Collectors.joining("\n"));
  }
}
