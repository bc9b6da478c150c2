package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Filters that a new schema may have are filters with which some cells can be written. */
class WritableFiltersTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_121);
  private static final int MANY = TestLayer.cases(3_000, 400);
  private static final Datatype[] TYPES = Datatype.values();

  /** Numbers of cells of a tile; one of them makes whole values of whatever comes in between. */
  private static final int[] SIZES = {40, 1, 2, 8, 100, 840, 2520, 7000};

  private final Scratch scratch = new Scratch();

  @Test
  void whatASchemaMayHaveCanBeWritten() {
    int accepted = 0;
    int refused = 0;
    for (long seed = SEED; seed < SEED + MANY; seed++) {
      Random random = new Random(seed);
      Datatype type = TYPES[random.nextInt(TYPES.length)];
      boolean var = type == Datatype.ANY || random.nextInt(3) == 0;
      int cellValNum = var ? Attribute.VAR : Math.max(1, random.nextInt(8) - 2);
      FilterPipeline pipeline = filters(random);
      boolean written = canBeWritten(type, cellValNum, pipeline);
      if (isAccepted(type, cellValNum, pipeline)) {
        accepted++;
        assertThat(written || dependsOnMetadata(pipeline))
            .as("azulejo.seed=%d: %s x %d %s", seed, type, cellValNum, pipeline)
            .isTrue();
      } else if (!written) {
        refused++;
      }
    }
    assertThat(accepted).isGreaterThan(MANY / 4);
    assertThat(refused).isGreaterThan(MANY / 10);
  }

  private static boolean isAccepted(Datatype type, int cellValNum, FilterPipeline pipeline) {
    try {
      ArraySchema.sparse()
          .dimension(Dimension.text("s"))
          .attribute(Attribute.builder("a", type).cellValNum(cellValNum).filters(pipeline).build())
          .build();
      return true;
    } catch (InvalidRequestException e) {
      return false;
    }
  }

  private boolean canBeWritten(Datatype type, int cellValNum, FilterPipeline pipeline) {
    boolean var = cellValNum == Attribute.VAR;
    boolean inData =
        var
            && (type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8)
            && pipeline.filters().stream()
                .anyMatch(f -> f.type() == Filter.Type.RLE || f.type() == Filter.Type.DICTIONARY);
    int cellSize = var ? type.size() : type.size() * cellValNum;
    TileCodec codec =
        TileCodec.of(new TileSpec(pipeline, type, cellSize, inData), Optional.empty());
    for (int cells : SIZES) {
      try {
        Slice zeros = Slice.of(new byte[cells * cellSize]);
        if (var) {
          int[] offsets = new int[cells + 1];
          for (int i = 0; i <= cells; i++) {
            offsets[i] = i * cellSize;
          }
          codec.encodeVar(zeros, offsets, cells, scratch);
        } else {
          codec.encode(zeros, scratch);
        }
        return true;
      } catch (InvalidRequestException e) {
        // Perhaps with another number of cells.
      }
    }
    return false;
  }

  /**
   * Whether it takes the right number of windows to make whole values of what tells of them, or
   * digests of which the differences are small.
   */
  private static boolean dependsOnMetadata(FilterPipeline pipeline) {
    boolean windows = false;
    boolean digests = false;
    for (Filter filter : pipeline.filters()) {
      boolean takesIntegers =
          filter.type() == Filter.Type.RLE
              || filter.type() == Filter.Type.DELTA
              || filter.type() == Filter.Type.DOUBLE_DELTA;
      if ((windows && takesIntegers) || (digests && filter.type() == Filter.Type.DOUBLE_DELTA)) {
        return true;
      }
      windows |=
          filter.type() == Filter.Type.BIT_WIDTH_REDUCTION
              || filter.type() == Filter.Type.POSITIVE_DELTA;
      digests |=
          filter.type() == Filter.Type.CHECKSUM_MD5 || filter.type() == Filter.Type.CHECKSUM_SHA256;
    }
    return false;
  }

  private static FilterPipeline filters(Random random) {
    List<Filter> filters = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      filters.add(filter(random));
    }
    return FilterPipeline.of(65536, filters);
  }

  private static Filter filter(Random random) {
    Datatype type = random.nextInt(3) > 0 ? Datatype.ANY : TYPES[random.nextInt(TYPES.length)];
    int level = random.nextInt(16) == 0 ? 1000 : random.nextInt(16) - 3;
    return switch (random.nextInt(16)) {
      case 0 -> Filter.none();
      case 1 -> Filter.gzip(level);
      case 2 -> Filter.zstd(level);
      case 3 -> Filter.lz4().withLevel(level);
      case 4 -> Filter.rle().withLevel(level);
      case 5 -> Filter.bzip2(level);
      case 6 -> Filter.doubleDelta(type).withLevel(level);
      case 7 -> Filter.delta(type).withLevel(level);
      case 8 -> Filter.dictionary().withLevel(level);
      case 9 -> Filter.bitWidthReduction(random.nextInt(20));
      case 10 -> Filter.positiveDelta(random.nextInt(20));
      case 11 -> Filter.bitShuffle();
      case 12 -> Filter.byteShuffle();
      case 13 -> Filter.xor();
      case 14 -> Filter.scaleFloat(0.5, 0, 1L << random.nextInt(4));
      default -> random.nextBoolean() ? Filter.md5() : Filter.sha256();
    };
  }
}
