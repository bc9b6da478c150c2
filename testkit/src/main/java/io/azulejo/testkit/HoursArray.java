package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A small sparse array of hourly temperatures for tests of stores. Each write adds one cell. */
public final class HoursArray {
  private static final ArraySchema SCHEMA =
      TestSchemas.of("sparse(hour INT32 0..23/24) celsius FLOAT64");

  private final Azulejo azulejo;
  private final Location location;

  /** Creates a handle to an array, which may not exist yet. */
  public HoursArray(Azulejo azulejo, Location location) {
    this.azulejo = azulejo;
    this.location = location;
  }

  /** Creates the array, without cells. */
  public void create() {
    azulejo.create(location, SCHEMA);
  }

  /**
   * Writes the cell of one hour as a new fragment.
   *
   * @param hour the hour, from 0 to 23
   */
  public void append(int hour) {
    azulejo
        .array(location)
        .append(
            Batch.of(
                Column.of("hour", Datatype.INT32, hour),
                Column.of("celsius", Datatype.FLOAT64, hour / 2.0)));
  }

  /** Reads all cells and returns them as text, one per line. */
  public String rows() {
    try (var rows = azulejo.open(location).read().rows()) {
      return rows.map(Object::toString).collect(Collectors.joining("\n"));
    }
  }

  /**
   * Creates, writes, consolidates, vacuums, copies and removes the array. Checks that no cell is
   * lost and that no file of the array is left. The array must not exist before.
   */
  public void assertKept() {
    create();
    IntStream.range(0, 4).forEach(this::append);
    assertThat(rows()).isEqualTo(firstHours(4));
    azulejo.maintenance(location).consolidate();
    azulejo.maintenance(location).vacuum();
    append(4);
    assertThat(rows()).isEqualTo(firstHours(5));
    assertThatThrownBy(this::create).isInstanceOf(AlreadyExistsException.class);
    Location copy = location.parent().resolve("copy");
    azulejo.catalog().copy(location, copy);
    azulejo.catalog().remove(location);
    assertThat(new HoursArray(azulejo, copy).rows()).isEqualTo(firstHours(5));
    assertThat(azulejo.storage(location).list(location)).isEmpty();
  }

  /**
   * Creates the array and writes six hours despite faults. Checks that no cell is lost and that all
   * faults occurred.
   *
   * @param proxy the proxy in front of the array's store
   * @param faults the faults to inject, in rotation
   */
  public void assertKeptDespite(FaultProxy proxy, FaultProxy.Fault... faults) {
    Random random = new Random(7);
    for (int i = 0; i < 15; i++) {
      proxy.inject(request -> true, 4 * i + random.nextInt(4), 1, faults[i % faults.length]);
    }
    create();
    IntStream.range(0, 6).forEach(this::append);

    assertThat(rows()).isEqualTo(firstHours(6));
    assertThat(proxy.requests()).as("all faults occurred").hasSizeGreaterThan(4 * 15 + 4);
  }

  /**
   * Returns the expected {@link #rows} if exactly the first hours of the day were written.
   *
   * @param count the number of hours
   */
  public static String firstHours(int count) {
    return IntStream.range(0, count)
        .mapToObj(hour -> "hour=%d, celsius=%s".formatted(hour, hour / 2.0))
        .collect(Collectors.joining("\n"));
  }
}
