package io.azulejo.schema;

import java.util.Objects;
import java.util.Optional;

/**
 * An axis of an array.
 *
 * @param name the name; may be empty
 * @param type the type of coordinates
 * @param cellValNum values a coordinate: 1, or {@link Attribute#VAR} for strings
 * @param filters the filters of its coordinates, as stored: an empty list stands for the filters of
 *     all coordinates
 * @param domain the coordinates that cells can have; empty for strings
 * @param extent the length of a tile along this axis: a {@link Long} for whole numbers (as 64 bits
 *     for UINT64), a {@link Double} for real ones; empty where there is none
 */
public record Dimension(
    String name,
    Datatype type,
    int cellValNum,
    FilterPipeline filters,
    Optional<Range> domain,
    Optional<Number> extent) {
  /** Checks that nothing is null. */
  public Dimension {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(filters, "filters");
    Objects.requireNonNull(domain, "domain");
    Objects.requireNonNull(extent, "extent");
  }

  /**
   * The length of a tile along this axis of whole numbers as an unsigned number of 64 bits: the
   * extent without the sign that the width of its type gives it (a tile of all but one values of
   * INT8 has the extent -1).
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public long tileLength() {
    int unused = Long.SIZE - Byte.SIZE * type.size();
    return extent.orElseThrow().longValue() << unused >>> unused;
  }

  /** Whether coordinates are of variable size. */
  public boolean isVar() {
    return cellValNum == Attribute.VAR;
  }
}
