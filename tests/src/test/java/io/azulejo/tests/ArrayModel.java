package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What an array holds, found out naively: each fragment is opened alone, at its own times, and its
 * cells are kept as boxed values. What cells are seen at which times, which hide others, and which
 * were deleted, is then told cell by cell.
 *
 * <p>Integers are {@link Long}, real ones {@link Double}, all other cells the text of their bytes
 * as ISO 8859-1; null is null.
 */
final class ArrayModel {
  /** Arrays with more cells than this are not modelled. */
  private static final int MOST_CELLS = 4_000;

  private static final int MOST_TIMES = 100;

  private final Azulejo azulejo;
  private final Location location;
  private final OpenOptions options;
  private final Tasks tasks = new Tasks(0, 0);
  private final Map<String, List<Cell>> written = new HashMap<>();

  /** An array that can't be told naively: two writes at one time, too many cells or times. */
  static final class NotModelled extends Exception {
    private static final long serialVersionUID = 1L;

    NotModelled(String why) {
      super(why);
    }
  }

  /**
   * A cell that was written.
   *
   * @param coordinates by dimension
   * @param values by attribute, as far as its fragment has it
   * @param time when it was written
   */
  record Cell(List<Object> coordinates, Map<String, Object> values, long time) {}

  ArrayModel(Azulejo azulejo, Location location, OpenOptions options) {
    this.azulejo = azulejo;
    this.location = location;
    this.options = options;
  }

  /** How the array is opened. */
  OpenOptions options() {
    return options;
  }

  /** The array at some times. */
  Array open(TimeRange times) {
    return azulejo.open(location, options.at(times));
  }

  private Snapshot snapshot(TimeRange times) {
    return Snapshot.open(azulejo.storage(location), location, times, options.key(), tasks);
  }

  /** The times at which something was written or deleted. */
  List<Long> times() {
    Snapshot all = snapshot(TimeRange.ALL);
    List<Long> times = new ArrayList<>();
    all.fragments().forEach(f -> Collections.addAll(times, f.name().t1(), f.name().t2()));
    all.deletes().forEach(d -> times.add(d.name().t1()));
    return times;
  }

  /**
   * The cells that are seen at some times: of a dense array one for each place that was written, of
   * a sparse one those that are neither hidden nor deleted.
   */
  List<Cell> cells(TimeRange times) throws NotModelled {
    Snapshot snapshot = snapshot(times);
    ArraySchema schema = snapshot.schema().schema();
    List<Cell> seen = new ArrayList<>();
    for (Fragment fragment : snapshot.fragments()) {
      for (Cell cell : written(fragment, snapshot)) {
        if (!fragment.footer().timestamps() || times.contains(cell.time())) {
          seen.add(cell);
        }
      }
    }
    List<WrittenModel.Deletion> deletions = new ArrayList<>();
    if (!schema.isDense()) {
      for (StoredDelete delete : snapshot.deletes()) {
        Predicate<Cell> left = snapshot.condition(delete, node -> left(node, schema));
        deletions.add(new WrittenModel.Deletion(delete.name().t1(), left.negate()));
      }
    }
    List<Cell> visible = WrittenModel.visible(seen, schema, deletions);
    if (!schema.isDense() && !schema.allowsDuplicates()) {
      Set<List<Object>> places = new HashSet<>();
      visible.forEach(cell -> places.add(List.of(cell.coordinates(), cell.time())));
      if (seen.stream().filter(c -> places.contains(List.of(c.coordinates(), c.time()))).count()
          > places.size()) {
        throw new NotModelled("two cells of one place and one time");
      }
    }
    return visible;
  }

  /** The cells of one fragment, whatever hides or deletes them. */
  private List<Cell> written(Fragment fragment, Snapshot snapshot) throws NotModelled {
    String name = fragment.name().toString();
    List<Cell> known = written.get(name);
    if (known != null) {
      return known;
    }
    long first = fragment.name().t1();
    long last = fragment.name().t2();
    List<Cell> found = new ArrayList<>();
    for (StoredDelete delete : snapshot(TimeRange.ALL).deletes()) {
      if (TimeRange.between(first, last).contains(delete.name().t1())) {
        throw new NotModelled("a deletion at the time of a write");
      }
    }
    if (!fragment.footer().timestamps()) {
      found.addAll(written(TimeRange.between(first, last), Optional.of(fragment), first));
    } else if (last - first < 0 || last - first > MOST_TIMES) {
      throw new NotModelled("a fragment of many times");
    } else {
      for (long time = first; time <= last; time++) {
        found.addAll(written(TimeRange.between(time, time), Optional.empty(), time));
      }
    }
    if (found.size() > MOST_CELLS || snapshot.fragments().size() > MOST_TIMES) {
      throw new NotModelled("too many cells");
    }
    written.put(name, found);
    return found;
  }

  private List<Cell> written(TimeRange times, Optional<Fragment> only, long time)
      throws NotModelled {
    Snapshot alone = snapshot(times);
    boolean right =
        only.isPresent()
            ? alone.fragments().size() == 1
                && alone.fragments().get(0).name().equals(only.get().name())
            : alone.fragments().size() <= 1;
    if (!right) {
      throw new NotModelled("several writes at one time");
    }
    if (alone.fragments().isEmpty()) {
      return List.of();
    }
    Array array = open(times);
    List<Attribute> attributes =
        array.schema().attributes().stream()
            .filter(a -> alone.fragments().get(0).field(a.name()).isPresent())
            .toList();
    List<Cell> cells = new ArrayList<>();
    ReadRequest request = ReadRequest.ALL.limit(MOST_CELLS + 1);
    request = request.layout(array.schema().isDense() ? Layout.ROW_MAJOR : Layout.UNORDERED);
    if (array.schema().isDense() && !alone.fragments().get(0).dense()) {
      // leaves out what lies between the cells of a sparse fragment
      Range.Longs domain = (Range.Longs) array.schema().dimensions().get(0).domain().orElseThrow();
      request = request.cells(ReadRequest.Cells.MATCHING);
      request =
          request.where(
              Condition.field(array.schema().dimensions().get(0).name())
                  .greaterThanOrEqualTo(domain.low()));
    }
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          List<Object> coordinates = new ArrayList<>();
          for (Dimension dimension : array.schema().dimensions()) {
            coordinates.add(value(batch.column(dimension.name()), row));
          }
          Map<String, Object> values = new HashMap<>();
          for (Attribute attribute : attributes) {
            values.put(attribute.name(), value(batch.column(attribute.name()), row));
          }
          cells.add(new Cell(coordinates, values, time));
        }
        new OverwritingReader(in).recycle(batch);
      }
    }
    return cells;
  }

  /** The value of a cell. */
  static Object value(Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    boolean one = column instanceof FixedColumn fixed && fixed.valuesPerCell() == 1;
    return one && isNumber(column.type())
        ? number(column, row)
        : new String(column.getBytes(row), StandardCharsets.ISO_8859_1);
  }

  private static Object number(Column column, int row) {
    return column.type().isFloatingPoint()
        ? (Object) column.getDouble(row)
        : (Object) column.getLong(row);
  }

  /** Whether single values of a type are numbers here. */
  static boolean isNumber(Datatype type) {
    return type.isIntegerValued() || type.isFloatingPoint() || type == Datatype.BOOL;
  }

  /** What cells of an attribute hold that were not written, or do not meet a condition. */
  static Object fill(Attribute attribute) {
    if (attribute.nullable() && !attribute.fillValid()) {
      return null;
    }
    return attribute.cellValNum() == 1 && isNumber(attribute.type())
        ? number(attribute.type(), attribute.fill())
        : new String(attribute.fill(), StandardCharsets.ISO_8859_1);
  }

  /** Compares values of a type, neither of them null or NaN. */
  static int compare(Datatype type, Object a, Object b) {
    if (a instanceof Double real) {
      double other = (Double) b;
      return real < other ? -1 : real > other ? 1 : 0;
    }
    if (a instanceof Long whole) {
      return type == Datatype.UINT64
          ? Long.compareUnsigned(whole, (Long) b)
          : Long.compare(whole, (Long) b);
    }
    return ((String) a).compareTo((String) b);
  }

  private static Object number(Datatype type, byte[] bytes) {
    byte[] wide = Arrays.copyOf(bytes, Long.BYTES);
    ByteBuffer in = ByteBuffer.wrap(wide).order(ByteOrder.LITTLE_ENDIAN);
    if (type.isFloatingPoint()) {
      return type == Datatype.FLOAT32 ? (double) in.getFloat(0) : in.getDouble(0);
    }
    int unused = Long.SIZE - Byte.SIZE * bytes.length;
    boolean unsigned = type.isUnsigned() || type == Datatype.BOOL;
    return unsigned ? in.getLong(0) << unused >>> unused : in.getLong(0) << unused >> unused;
  }

  /** Which cells a stored deletion leaves. */
  private static Predicate<Cell> left(ConditionNode node, ArraySchema schema) {
    if (node instanceof ConditionNode.Combined combined) {
      List<Predicate<Cell>> parts =
          combined.children().stream().map(child -> left(child, schema)).toList();
      return combined.combination() == ConditionNode.Combination.AND
          ? cell -> parts.stream().allMatch(part -> part.test(cell))
          : cell -> parts.stream().anyMatch(part -> part.test(cell));
    }
    ConditionNode.Comparison comparison = (ConditionNode.Comparison) node;
    int d = schema.dimensions().stream().map(Dimension::name).toList().indexOf(comparison.field());
    Attribute attribute = schema.attribute(comparison.field()).orElse(null);
    Datatype type = d >= 0 ? schema.dimensions().get(d).type() : attribute.type();
    boolean var = d >= 0 ? schema.dimensions().get(d).isVar() : attribute.isVar();
    return cell -> {
      if (d < 0 && !cell.values().containsKey(comparison.field())) {
        return false;
      }
      Object value = d >= 0 ? cell.coordinates().get(d) : cell.values().get(comparison.field());
      return meets(value, comparison, type, var);
    };
  }

  private static boolean meets(
      Object value, ConditionNode.Comparison comparison, Datatype type, boolean var) {
    switch (comparison.operator()) {
      case ALWAYS_TRUE:
        return true;
      case ALWAYS_FALSE:
        return false;
      default:
    }
    Slice wanted = comparison.value();
    if (!var && wanted.length() == 0 && !comparison.operator().isSet()) {
      return comparison.operator() == ConditionNode.Operator.EQ ? value == null : value != null;
    }
    if (value == null) {
      return false;
    }
    return switch (comparison.operator()) {
      case IN -> members(comparison, type).contains(value);
      case NOT_IN -> !members(comparison, type).contains(value);
      case NE -> differs(type, value, literal(type, value, wanted));
      case EQ -> !differs(type, value, literal(type, value, wanted));
      default -> holds(comparison.operator(), type, value, literal(type, value, wanted));
    };
  }

  private static boolean holds(
      ConditionNode.Operator operator, Datatype type, Object value, Object literal) {
    if (isNaN(value) || isNaN(literal)) {
      return false;
    }
    int order = compare(type, value, literal);
    return switch (operator) {
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      default -> order >= 0;
    };
  }

  private static boolean differs(Datatype type, Object value, Object literal) {
    return isNaN(value) || isNaN(literal) || compare(type, value, literal) != 0;
  }

  static boolean isNaN(Object value) {
    return value instanceof Double real && real.isNaN();
  }

  private static Object literal(Datatype type, Object like, Slice bytes) {
    return like instanceof String
        ? new String(bytes.toBytes(), StandardCharsets.ISO_8859_1)
        : number(type, bytes.toBytes());
  }

  private static List<Object> members(ConditionNode.Comparison set, Datatype type) {
    List<Object> members = new ArrayList<>();
    for (int i = 0; i < set.offsets().size(); i++) {
      int from = Math.toIntExact(set.offsets().get(i));
      int until =
          i + 1 < set.offsets().size()
              ? Math.toIntExact(set.offsets().get(i + 1))
              : set.value().length();
      byte[] bytes = set.value().slice(from, until - from).toBytes();
      members.add(
          isNumber(type) ? number(type, bytes) : new String(bytes, StandardCharsets.ISO_8859_1));
    }
    return members;
  }
}
