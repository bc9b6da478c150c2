package io.azulejo.cli.rows;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The sort order of enumeration values. Ordered enumerations keep their own order. Other
 * enumerations are sorted by their numeric values, or by unsigned bytes if their values are not
 * single numbers.
 */
final class EnumerationOrder {
  private EnumerationOrder() {}

  /** Returns the rank of each enumeration value, by its index. Ranks start at 0. */
  static int[] places(Enumeration enumeration) {
    int[] places = new int[enumeration.size()];
    if (enumeration.ordered()) {
      Arrays.setAll(places, i -> i);
      return places;
    }
    int[] sorted =
        IntStream.range(0, places.length)
            .boxed()
            .sorted(order(enumeration))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int place = 0; place < sorted.length; place++) {
      places[sorted[place]] = place;
    }
    return places;
  }

  private static Comparator<Integer> order(Enumeration enumeration) {
    Datatype type = enumeration.type();
    if (enumeration.cellValNum() != 1 || !(type.isIntegerValued() || type.isFloatingPoint())) {
      byte[][] values = new byte[enumeration.size()][];
      Arrays.setAll(values, enumeration::value);
      return (a, b) -> Arrays.compareUnsigned(values[a], values[b]);
    }
    byte[] data = enumeration.data();
    Column column = new FixedColumn(enumeration.name(), type, 1, enumeration.size(), data, null);
    if (type.isFloatingPoint()) {
      return Comparator.comparingDouble(column::getDouble);
    }
    return type == Datatype.UINT64
        ? (a, b) -> Long.compareUnsigned(column.getLong(a), column.getLong(b))
        : Comparator.comparingLong(column::getLong);
  }
}
