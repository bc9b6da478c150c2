package io.azulejo.internal.format;

import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random fragments' structures, as any version could hold them. */
final class RandomFragments {
  private static final Datatype[] WHOLE = {
    Datatype.INT8,
    Datatype.UINT8,
    Datatype.INT16,
    Datatype.UINT16,
    Datatype.INT32,
    Datatype.UINT32,
    Datatype.INT64,
    Datatype.UINT64,
    Datatype.DATETIME_DAY,
    Datatype.TIME_NS
  };

  private final Random random;

  RandomFragments(long seed) {
    random = new Random(seed);
  }

  ArraySchema schema(FormatVersion version) {
    ArraySchema.Builder schema = ArraySchema.sparse();
    Datatype one = fixedDimensionType();
    int dimensions = 1 + random.nextInt(3);
    for (int d = 0; d < dimensions; d++) {
      boolean text = version.hasDimensionFiles() && random.nextInt(4) == 0;
      Datatype type =
          text ? Datatype.STRING_ASCII : version.hasDimensionFiles() ? fixedDimensionType() : one;
      schema.dimension(
          Dimension.asStored(
              "d" + d,
              type,
              text ? Attribute.VAR : 1,
              FilterPipeline.EMPTY,
              Optional.empty(),
              Optional.empty()));
    }
    int attributes = random.nextInt(4);
    for (int a = 0; a < attributes; a++) {
      schema.attribute(
          Attribute.builder("a" + a, Datatype.values()[random.nextInt(4)])
              .cellValNum(random.nextBoolean() ? Attribute.VAR : 1)
              .nullable(version.hasValidity() && random.nextBoolean())
              .build());
    }
    return schema.buildAsStored();
  }

  private Datatype fixedDimensionType() {
    int index = random.nextInt(WHOLE.length + 2);
    if (index < WHOLE.length) {
      return WHOLE[index];
    }
    return index == WHOLE.length ? Datatype.FLOAT32 : Datatype.FLOAT64;
  }

  FragmentFooter footer(FormatVersion version, ArraySchema schema) {
    boolean timestamps = version.hasTimestamps() && random.nextBoolean();
    boolean deletes = version.hasDeleteMetadata() && random.nextBoolean();
    FragmentFooterFormat.Shape shape =
        FragmentFooterFormat.Shape.of(version, schema, timestamps, deletes);
    return new FragmentFooter(
        version,
        version.namesSchemas() ? Optional.of("__1_1_" + random.nextInt()) : Optional.empty(),
        random.nextBoolean(),
        random.nextInt(5) == 0 ? Optional.empty() : Optional.of(boxes(schema, 1).box(0)),
        random.nextInt(1000),
        random.nextInt(1000),
        timestamps,
        deletes,
        longs(shape.fixed()),
        longs(shape.var()),
        longs(shape.validity()),
        random.nextLong(),
        longs(shape.fixed()),
        longs(shape.var()),
        longs(shape.var()),
        longs(shape.validity()),
        longs(shape.statistics()),
        longs(shape.statistics()),
        longs(shape.statistics()),
        longs(shape.statistics()),
        version.hasFragmentStatistics() ? random.nextLong() : 0,
        version.hasProcessedConditions() ? random.nextLong() : 0,
        version.hasOptionalSections() ? sections() : List.of(),
        random.nextInt(3) == 0 ? slice(8) : Slice.EMPTY);
  }

  private List<FragmentFooter.OptionalSection> sections() {
    List<FragmentFooter.OptionalSection> sections = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      sections.add(
          new FragmentFooter.OptionalSection(random.nextInt(3), slice(random.nextInt(20))));
    }
    return sections;
  }

  RTree tree(ArraySchema schema) {
    int fanout = 2 + random.nextInt(4);
    List<Boxes> levels = new ArrayList<>();
    if (random.nextInt(5) > 0) {
      int count = 1 + random.nextInt(20);
      levels.add(boxes(schema, count));
      while (count > 1) {
        count = (count + fanout - 1) / fanout;
        levels.add(0, boxes(schema, count));
      }
    }
    return new RTree(fanout, levels);
  }

  Boxes boxes(ArraySchema schema, int count) {
    List<Dimension> dimensions = schema.dimensions();
    Object[] lows = new Object[dimensions.size()];
    Object[] highs = new Object[dimensions.size()];
    for (int d = 0; d < lows.length; d++) {
      lows[d] = column(dimensions.get(d), count);
      highs[d] = column(dimensions.get(d), count);
    }
    return new Boxes(count, lows, highs);
  }

  private Object column(Dimension dimension, int count) {
    if (dimension.isVar()) {
      Slice[] texts = new Slice[count];
      for (int i = 0; i < count; i++) {
        texts[i] = slice(random.nextInt(5));
      }
      return texts;
    }
    if (dimension.type().isFloatingPoint()) {
      return random.doubles(count).map(v -> (float) v).toArray();
    }
    int shift = Long.SIZE - 8 * dimension.type().size();
    return random
        .longs(count)
        .map(v -> dimension.type().isUnsigned() ? v >>> shift : v >> shift)
        .toArray();
  }

  LegacyFragment legacy(FormatVersion version, ArraySchema schema, boolean dense) {
    int attributes = schema.attributes().size();
    int tiles = dense ? 0 : 1 + random.nextInt(5);
    int boxSize = schema.dimensions().size() * 2 * schema.dimensions().get(0).type().size();
    long[] none = FragmentFooter.NONE;
    FragmentFooter footer =
        new FragmentFooter(
            version,
            Optional.empty(),
            dense,
            random.nextInt(5) == 0 ? Optional.empty() : Optional.of(boxes(schema, 1).box(0)),
            tiles,
            random.nextInt(100),
            false,
            false,
            longs(attributes + 1),
            longs(attributes),
            none,
            0,
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            none,
            0,
            0,
            List.of(),
            Slice.EMPTY);
    return new LegacyFragment(
        footer,
        new RTree(10, dense ? List.of() : List.of(boxes(schema, tiles))),
        slice(tiles * boxSize),
        tiles,
        tables(attributes + 1, tiles),
        tables(attributes, tiles),
        tables(attributes, tiles));
  }

  private long[][] tables(int fields, int tiles) {
    long[][] tables = new long[fields][];
    for (int f = 0; f < fields; f++) {
      tables[f] = longs(tiles);
    }
    return tables;
  }

  FragmentStatistics statistics(int fields) {
    List<FragmentStatistics.Field> all = new ArrayList<>();
    for (int f = 0; f < fields; f++) {
      all.add(
          new FragmentStatistics.Field(
              slice(random.nextInt(9)),
              slice(random.nextInt(9)),
              random.nextLong(),
              random.nextLong()));
    }
    return new FragmentStatistics(all);
  }

  ConditionNode condition(int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      List<ConditionNode> children = new ArrayList<>();
      for (int i = 2 + random.nextInt(2); i > 0; i--) {
        children.add(condition(depth - 1));
      }
      return new ConditionNode.Combined(Combination.values()[random.nextInt(2)], children);
    }
    Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
    List<Long> offsets = operator.isSet() ? List.of(0L, 4L, 8L) : List.of();
    return new ConditionNode.Comparison(
        operator,
        name(),
        slice(8 + random.nextInt(3)),
        offsets.subList(0, Math.min(offsets.size(), random.nextInt(4))));
  }

  Update update() {
    Update.Value value = new Update.Value(name(), slice(random.nextInt(5)));
    return new Update(condition(1), List.of(value));
  }

  private String name() {
    return "field".substring(0, 1 + random.nextInt(5));
  }

  CommitsFile commits() {
    List<CommitsFile.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      boolean deletes = random.nextBoolean();
      int time = random.nextInt(100_000);
      String path = "__commits/__%d_%d_%032x_23".formatted(time, time, i);
      entries.add(
          new CommitsFile.Entry(
              path + (deletes ? ".del" : ".wrt"),
              deletes ? Optional.of(slice(random.nextInt(20))) : Optional.empty()));
    }
    return new CommitsFile(entries);
  }

  ConsolidatedFooters footers() {
    List<ConsolidatedFooters.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int time = random.nextInt(10_000);
      entries.add(new ConsolidatedFooters.Entry("__%d_%d_name_%d".formatted(time, time, i), 0));
    }
    long start = new ConsolidatedFooters(entries, Slice.EMPTY).start();
    int length = 10 + random.nextInt(10);
    for (int i = 0; i < 3; i++) {
      entries.set(
          i, new ConsolidatedFooters.Entry(entries.get(i).fragment(), start + (long) length * i));
    }
    return new ConsolidatedFooters(entries, slice(3 * length));
  }

  int count() {
    return random.nextInt(20);
  }

  long[] longs(int count) {
    return random.longs(count).toArray();
  }

  Slice slice(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return Slice.of(bytes);
  }
}
