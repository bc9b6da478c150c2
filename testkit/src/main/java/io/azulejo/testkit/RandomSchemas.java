package io.azulejo.testkit;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A generator of valid schemas for small arrays of all kinds. The seed determines the sequence. All
 * filters in the schemas are lossless. Not safe for use by several threads.
 */
public final class RandomSchemas {
  private static final List<Datatype> TYPES = List.of(Datatype.values());
  private static final List<Datatype> INTEGER_TYPES =
      TYPES.stream().filter(t -> t.isDimensionType() && t.isIntegerValued()).toList();
  private static final List<Datatype> DIMENSION_TYPES =
      TYPES.stream().filter(Datatype::isDimensionType).toList();
  private static final List<Datatype> INDEX_TYPES =
      TYPES.stream().filter(t -> t.isInteger() && t != Datatype.BOOL).toList();
  private static final List<Layout> ORDERS = List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR);
  private static final List<Layout> SPARSE_ORDERS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.HILBERT);
  private static final List<String> NAMES = List.of("", "a b", "\u00e4/\u6f22", "x.y", "\"q\"");

  /**
   * Maximum number of coordinates per dimension of a dense array. The index is the number of
   * dimensions minus 1.
   */
  private static final int[] DENSE_LENGTHS = {60, 14, 6, 4};

  private static final int SPARSE_LENGTH = 200;
  private static final int MAX_CAPACITY = 30;

  private final Random random;
  private final RandomFilters filters;
  private boolean currentDomains = true;
  private boolean labels;

  /** Creates a generator that uses an existing source of random numbers. */
  public RandomSchemas(Random random) {
    this.random = random;
    this.filters = new RandomFilters(random);
  }

  /** Creates a generator with a seed. Equal seeds give equal sequences. */
  public RandomSchemas(long seed) {
    this(new Random(seed));
  }

  /**
   * Sets whether some schemas have a current domain, which limits writes (default: true). Returns
   * this generator.
   */
  public RandomSchemas currentDomains(boolean yes) {
    this.currentDomains = yes;
    return this;
  }

  /** Sets whether some schemas have dimension labels (default: false). Returns this generator. */
  public RandomSchemas labels(boolean yes) {
    this.labels = yes;
    return this;
  }

  /** Returns a new random schema of a dense or a sparse array. */
  public ArraySchema next() {
    return random.nextBoolean() ? dense() : sparse();
  }

  /** Returns a new random schema of a dense array with at most about 400 cells. */
  public ArraySchema dense() {
    Datatype type = one(INTEGER_TYPES);
    int count = 1 + random.nextInt(DENSE_LENGTHS.length);
    List<Dimension> dimensions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dimensions.add(dimension("d" + i, type, DENSE_LENGTHS[count - 1], false));
    }
    ArraySchema.Builder schema = ArraySchema.dense().tileOrder(one(ORDERS)).cellOrder(one(ORDERS));
    describe(schema, dimensions, 1 + random.nextInt(4));
    if (count == 1 && random.nextInt(6) == 0) {
      schema.attribute(ordered());
    }
    return schema.build();
  }

  /** Returns a new random schema of a sparse array. */
  public ArraySchema sparse() {
    Layout order = one(SPARSE_ORDERS);
    List<Dimension> dimensions = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Datatype type = random.nextInt(3) == 0 ? Datatype.STRING_ASCII : one(DIMENSION_TYPES);
      dimensions.add(dimension("d" + i, type, SPARSE_LENGTH, order == Layout.HILBERT));
    }
    ArraySchema.Builder schema =
        ArraySchema.sparse()
            .tileOrder(one(ORDERS))
            .cellOrder(order)
            .allowsDuplicates(random.nextBoolean())
            .capacity(1 + random.nextInt(MAX_CAPACITY));
    describe(schema, dimensions, random.nextInt(5));
    return schema.build();
  }

  private void describe(ArraySchema.Builder schema, List<Dimension> dimensions, int attributes) {
    dimensions.forEach(schema::dimension);
    if (random.nextBoolean()) {
      schema.coordsFilters(filters.ofAny());
    }
    if (random.nextBoolean()) {
      schema.offsetsFilters(filters.ofOffsets());
    }
    if (random.nextBoolean()) {
      schema.validityFilters(filters.of(Datatype.UINT8, 1));
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < attributes; i++) {
      String odd = one(NAMES);
      String name = random.nextInt(8) == 0 && names.add(odd) ? odd : "a" + i;
      schema.attribute(random.nextInt(5) == 0 ? indexed(schema, name) : attribute(name));
    }
    if (currentDomains && random.nextInt(5) == 0) {
      schema.currentDomain(new NDRange(dimensions.stream().map(this::part).toList()));
    }
    if (labels) {
      addLabels(schema, dimensions);
    }
  }

  private Dimension dimension(String name, Datatype type, int max, boolean hilbert) {
    Dimension.Builder dimension = Dimension.builder(name, type);
    FilterPipeline own = filters.of(type, type == Datatype.STRING_ASCII ? Attribute.VAR : 1);
    if (random.nextBoolean() && !own.isEmpty()) {
      dimension.filters(own);
    }
    if (type.isFloatingPoint()) {
      double low = random.nextInt(100) - 50;
      double length = 1 + random.nextInt(100);
      dimension.domain(Range.of(low, low + length));
      if (random.nextInt(4) > 0) {
        dimension.extent(0.5 + random.nextDouble() * (length - 0.5));
      }
    } else if (type != Datatype.STRING_ASCII) {
      describeIntegers(dimension, type, (hilbert ? 2 : 1) + random.nextInt(max - 1));
    }
    return dimension.build();
  }

  private void describeIntegers(Dimension.Builder dimension, Datatype type, int length) {
    int bits = Byte.SIZE * type.size();
    int shorter = Math.min(length, 100);
    long min = type.isUnsigned() ? 0 : -1L << bits - 1;
    long max = -1L >>> Long.SIZE - bits + (type.isUnsigned() ? 0 : 1);
    // At the maximum of a 64-bit type, the last tile must end exactly where the domain ends.
    int place = random.nextInt(5);
    long low =
        switch (place) {
          case 0 -> min;
          case 1 -> max - shorter + 1;
          case 2 -> type.isUnsigned() ? 1 : -(long) random.nextInt(shorter);
          default -> 1;
        };
    dimension.domain(Range.of(low, low + shorter - 1));
    int extent = 1 + random.nextInt(shorter);
    if (place == 1 && bits == Long.SIZE) {
      extent = random.nextBoolean() ? 1 : shorter;
    }
    if (random.nextInt(6) > 0) {
      dimension.extent(extent);
    }
  }

  private Attribute attribute(String name) {
    Datatype type = one(TYPES);
    boolean var = type == Datatype.ANY || random.nextInt(3) == 0;
    int cellValNum = var ? Attribute.VAR : Math.max(1, random.nextInt(6) - 2);
    Attribute.Builder attribute =
        Attribute.builder(name, type)
            .cellValNum(cellValNum)
            .filters(filters.of(type, cellValNum))
            .nullable(random.nextInt(3) == 0);
    if (random.nextInt(3) == 0) {
      attribute.fill(fill(type, var ? 1 + random.nextInt(3) : cellValNum));
    }
    Attribute plain = attribute.build();
    return plain.nullable() ? attribute.fillValid(random.nextBoolean()).build() : plain;
  }

  private byte[] fill(Datatype type, int values) {
    byte[] fill = new byte[type.size() * values];
    random.nextBytes(fill);
    for (int i = 0; i < fill.length && (type.isString() || type == Datatype.BOOL); i++) {
      fill[i] &= 1;
    }
    return fill;
  }

  /** Adds a new enumeration to the schema and returns an attribute that stores indexes into it. */
  private Attribute indexed(ArraySchema.Builder schema, String name) {
    Enumeration enumeration = enumeration("e of " + name);
    schema.enumeration(enumeration);
    Datatype type = one(INDEX_TYPES);
    return Attribute.builder(name, type)
        .filters(filters.of(type, 1))
        .nullable(random.nextBoolean())
        .enumeration(enumeration.name())
        .build();
  }

  private Enumeration enumeration(String name) {
    int size = random.nextInt(6);
    boolean ordered = random.nextBoolean();
    return switch (random.nextInt(3)) {
      case 0 -> {
        long[] values = new long[size];
        for (int i = 0; i < size; i++) {
          values[i] = 3L * i;
        }
        yield Enumeration.ofLongs(name, one(INDEX_TYPES), ordered, values);
      }
      case 1 -> {
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
          values[i] = -i / 2.0;
        }
        yield Enumeration.ofDoubles(name, Datatype.FLOAT32, ordered, values);
      }
      default -> {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
          values.add("\u00e9".repeat(i));
        }
        yield Enumeration.ofStrings(name, ordered, values);
      }
    };
  }

  private Attribute ordered() {
    Datatype type = one(DIMENSION_TYPES);
    return Attribute.builder("ordered", type)
        .cellValNum(type == Datatype.STRING_ASCII ? Attribute.VAR : 1)
        .order(random.nextBoolean() ? DataOrder.INCREASING : DataOrder.DECREASING)
        .build();
  }

  private void addLabels(ArraySchema.Builder schema, List<Dimension> dimensions) {
    for (int i = 0; i < dimensions.size(); i++) {
      if (dimensions.get(i).type().isIntegerValued() && random.nextInt(3) == 0) {
        Datatype type = one(DIMENSION_TYPES);
        DataOrder order = random.nextBoolean() ? DataOrder.INCREASING : DataOrder.DECREASING;
        FilterPipeline pipeline =
            filters.of(type, type == Datatype.STRING_ASCII ? Attribute.VAR : 1);
        schema.label(DimensionLabel.of(i, "label" + i, order, type).withFilters(pipeline));
      }
    }
  }

  /** Returns a random part of the dimension's domain. For strings, returns a fixed wide range. */
  private Range part(Dimension dimension) {
    if (dimension.domain().isEmpty()) {
      return Range.of("", "~~~~");
    }
    if (dimension.domain().get() instanceof Range.Doubles doubles) {
      return Range.of(doubles.low(), doubles.low() + (doubles.high() - doubles.low()) / 2);
    }
    Range.Longs longs = (Range.Longs) dimension.domain().get();
    int length = (int) (longs.high() - longs.low()) + 1;
    int low = random.nextInt(length);
    return Range.of(longs.low() + low, longs.low() + low + random.nextInt(length - low));
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
