package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Random stored structures, schemas among them, with all that a version can say. */
final class RandomStructures {
  private static final List<Datatype> TYPES = List.of(Datatype.values());
  private static final List<Datatype> FIXED_DIMENSION_TYPES =
      TYPES.stream().filter(t -> t.isDimensionType() && t != Datatype.STRING_ASCII).toList();
  private static final List<Datatype> INTEGER_DIMENSION_TYPES =
      FIXED_DIMENSION_TYPES.stream().filter(Datatype::isIntegerValued).toList();

  private final Random random;

  RandomStructures(long seed) {
    random = new Random(seed);
  }

  StoredSchema schema(FormatVersion version) {
    boolean dense = random.nextBoolean();
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    schema
        .allowsDuplicates(!dense && version.hasDuplicates() && random.nextBoolean())
        .tileOrder(one(List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR)))
        .cellOrder(
            dense
                ? one(List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR))
                : one(List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.HILBERT)))
        .capacity(1 + random.nextInt(100_000))
        .coordsFilters(filters(version))
        .offsetsFilters(filters(version))
        .validityFilters(version.hasValidity() ? filters(version) : FilterPipeline.EMPTY);
    List<Dimension> dimensions = dimensions(version, dense);
    dimensions.forEach(schema::dimension);
    for (int i = random.nextInt(4); i > 0; i--) {
      schema.attribute(attribute(version, i == 1 ? "" : "a\udcff\u00e9" + i));
    }
    if (version.hasDimensionLabels()) {
      for (int i = random.nextInt(3); i > 0; i--) {
        schema.label(label(dimensions.size(), i));
      }
    }
    if (version.hasEnumerations()) {
      for (int i = random.nextInt(3); i > 0; i--) {
        schema.enumerationFile(name("e" + i), "__" + random.nextInt(1000) + "_0");
      }
    }
    if (version.hasCurrentDomain() && random.nextBoolean()) {
      schema.currentDomain(
          new NDRange(
              dimensions.stream()
                  .map(d -> d.domain().map(RandomStructures::inner).orElseGet(this::texts))
                  .toList()));
    }
    return new StoredSchema(version, schema.buildAsStored());
  }

  private List<Dimension> dimensions(FormatVersion version, boolean dense) {
    Datatype shared = one(dense ? INTEGER_DIMENSION_TYPES : FIXED_DIMENSION_TYPES);
    List<Dimension> dimensions = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      Datatype type =
          dense || !version.hasDimensionFiles()
              ? shared
              : random.nextInt(3) == 0 ? Datatype.STRING_ASCII : one(FIXED_DIMENSION_TYPES);
      boolean text = type == Datatype.STRING_ASCII;
      dimensions.add(
          Dimension.asStored(
              name("d" + i),
              type,
              text ? Attribute.VAR : 1,
              version.hasDimensionFiles() ? filters(version) : FilterPipeline.EMPTY,
              text ? Optional.empty() : Optional.of(domain(type)),
              text || (!dense && random.nextInt(4) == 0)
                  ? Optional.empty()
                  : Optional.of(extent(type))));
    }
    return dimensions;
  }

  private Range domain(Datatype type) {
    if (type.isFloatingPoint()) {
      float low = random.nextFloat();
      return Range.of(low, (double) (low + 10));
    }
    long low = random.nextInt(50) - (type.isUnsigned() ? 0 : 50);
    return Range.of(low, low + random.nextInt(70));
  }

  private Number extent(Datatype type) {
    return type.isFloatingPoint()
        ? (Number) (double) (0.5f + random.nextInt(5))
        : 1L + random.nextInt(20);
  }

  private static Range inner(Range domain) {
    return domain instanceof Range.Longs longs ? Range.of(longs.low(), longs.low()) : domain;
  }

  private Attribute attribute(FormatVersion version, String name) {
    Datatype type = one(TYPES);
    boolean var = type == Datatype.ANY || random.nextInt(3) == 0;
    int cellValNum = var ? Attribute.VAR : 1 + random.nextInt(3);
    Attribute.Builder attribute =
        Attribute.builder(name, type).cellValNum(cellValNum).filters(filters(version));
    if (version.hasFillValues() && random.nextBoolean()) {
      attribute.fill(bytes(type.size() * (var ? 1 + random.nextInt(3) : cellValNum)));
    }
    if (version.hasValidity()) {
      attribute.nullable(random.nextBoolean()).fillValid(random.nextBoolean());
    }
    if (version.hasDataOrder()) {
      attribute.order(one(List.of(DataOrder.values())));
    }
    if (version.hasEnumerations() && random.nextBoolean()) {
      attribute.enumeration("e" + random.nextInt(3));
    }
    return attribute.build();
  }

  private DimensionLabel label(int dimensions, int number) {
    return DimensionLabel.asStored(
        random.nextInt(dimensions),
        name("l" + number),
        random.nextBoolean(),
        name("__labels/l" + number),
        name("label"),
        one(List.of(DataOrder.values())),
        one(TYPES),
        random.nextBoolean() ? 1 : Attribute.VAR,
        random.nextBoolean());
  }

  FilterPipeline filters(FormatVersion version) {
    List<Filter> filters = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      filters.add(filter(version));
    }
    return FilterPipeline.of(random.nextInt(3) == 0 ? 0 : 65536, filters);
  }

  private Filter filter(FormatVersion version) {
    int level = random.nextInt(20) - 5;
    Datatype type = one(TYPES);
    return switch (random.nextInt(18)) {
      case 0 -> Filter.none();
      case 1 -> Filter.gzip(level);
      case 2 -> Filter.zstd(level);
      case 3 -> Filter.lz4().withLevel(level);
      case 4 -> Filter.rle().withLevel(level);
      case 5 -> Filter.bzip2(level);
      case 6 ->
          Filter.doubleDelta(version.reinterpretsInDoubleDelta() ? type : Datatype.ANY)
              .withLevel(level);
      case 7 -> Filter.delta(version.reinterpretsInDelta() ? type : Datatype.ANY).withLevel(level);
      case 8 -> Filter.dictionary().withLevel(level);
      case 9 -> Filter.bitWidthReduction(random.nextInt());
      case 10 -> Filter.positiveDelta(random.nextInt());
      case 11 -> Filter.bitShuffle();
      case 12 -> Filter.byteShuffle();
      case 13 -> Filter.xor();
      case 14 -> Filter.scaleFloat(random.nextDouble(), -1, 1L << random.nextInt(4));
      case 15 -> Filter.md5();
      case 16 -> Filter.sha256();
      default ->
          Filter.webp(
              100 * random.nextFloat(),
              one(List.of(Filter.PixelFormat.values())),
              random.nextBoolean(),
              random.nextInt(65536),
              random.nextInt(65536));
    };
  }

  StoredEnumeration enumeration() {
    Datatype type = one(TYPES);
    String path = "__" + random.nextInt(1000) + "_0";
    if (random.nextBoolean()) {
      int cellValNum = 1 + random.nextInt(3);
      byte[] data = bytes(random.nextInt(5) * type.size() * cellValNum);
      return new StoredEnumeration(
          path, Enumeration.fixed("e\u00e9", type, cellValNum, random.nextBoolean(), data));
    }
    long[] offsets = new long[random.nextInt(5)];
    for (int i = 1; i < offsets.length; i++) {
      offsets[i] = offsets[i - 1] + random.nextInt(4) * type.size();
    }
    int last =
        offsets.length == 0
            ? 0
            : (int) offsets[offsets.length - 1] + random.nextInt(4) * type.size();
    return new StoredEnumeration(
        path, Enumeration.var("", type, random.nextBoolean(), bytes(last), offsets));
  }

  List<ArrayMetadataFormat.Entry> metadata() {
    return Stream.generate(this::entry).limit(random.nextInt(6)).toList();
  }

  private ArrayMetadataFormat.Entry entry() {
    String key = "key " + random.nextInt(100);
    if (random.nextInt(4) == 0) {
      return ArrayMetadataFormat.Entry.deletion(key);
    }
    Datatype type = one(TYPES);
    int count = random.nextInt(4);
    return ArrayMetadataFormat.Entry.put(key, type, count, Slice.of(bytes(count * type.size())));
  }

  GroupDetails group(int version) {
    return new GroupDetails(
        version, Stream.generate(() -> member(version)).limit(random.nextInt(5)).toList());
  }

  private GroupDetails.Member member(int version) {
    return new GroupDetails.Member(
        version,
        one(List.of(GroupDetails.Kind.values())),
        random.nextBoolean(),
        "uri" + random.nextInt(100),
        random.nextBoolean() ? Optional.of(name("n")) : Optional.empty(),
        version == GroupDetails.VERSION && random.nextBoolean());
  }

  /** A generic tile whose filtered bytes mean nothing. */
  GenericTile genericTile(FormatVersion version) {
    boolean encrypted = random.nextBoolean();
    List<Filter> filters = new ArrayList<>(filters(version).filters());
    if (encrypted) {
      filters.add(Filter.aes256Gcm());
    }
    FilterPipeline pipeline = FilterPipeline.of(filters.toArray(Filter[]::new));
    Slice filtered = Slice.of(bytes(random.nextInt(50)));
    int pipelineSize =
        WireWriter.encode("filters", version, FilterPipelineFormat::transfer, pipeline).length();
    return new GenericTile(
        new GenericTile.Header(
            version,
            filtered.length(),
            random.nextInt(1000),
            one(TYPES),
            1 + random.nextInt(8),
            encrypted,
            pipelineSize),
        pipeline,
        filtered);
  }

  /** A range of strings. */
  Range texts() {
    return Range.of(name("a"), name("b"));
  }

  private String name(String start) {
    return start + "_".repeat(random.nextInt(3));
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
