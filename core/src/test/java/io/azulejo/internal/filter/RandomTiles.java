package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Values and filters by chance, the same ones for the same seed. */
final class RandomTiles {
  private static final double SCALE = 0.25;
  private static final double OFFSET = 3;

  private static final long SEED = seed();

  final Random random;

  private RandomTiles(Random random) {
    this.random = random;
  }

  /** A source with the seed of the run, which is printed; {@code -Dazulejo.seed=} sets it. */
  static RandomTiles seeded() {
    return new RandomTiles(new Random(SEED));
  }

  private static long seed() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 19700101 : Long.parseLong(given);
    System.out.println("-Dazulejo.seed=" + seed);
    return seed;
  }

  /** How values are made. */
  enum Shape {
    /** Any bits. */
    NOISE,
    /** Small steps up and down. */
    WALK,
    /** Never falling. */
    SORTED,
    /** The same value several times. */
    RUNS,
    /** Floating-point numbers that scale to small integers without a rest. */
    SCALED
  }

  /** The shape of values that a filter keeps. */
  static Shape shapeFor(Filter filter, Datatype type) {
    if (filter.type() == Filter.Type.POSITIVE_DELTA) {
      return Shape.SORTED;
    }
    if (filter.type() == Filter.Type.SCALE_FLOAT) {
      return Shape.SCALED;
    }
    if (filter.type() == Filter.Type.DOUBLE_DELTA && type.size() == Long.BYTES) {
      return Shape.WALK;
    }
    return filter.type() == Filter.Type.RLE ? Shape.RUNS : Shape.NOISE;
  }

  /** The bytes of some values. */
  byte[] values(Datatype type, int count, Shape shape) {
    int size = type.size();
    byte[] bytes = new byte[count * size];
    if (shape == Shape.NOISE) {
      random.nextBytes(bytes);
      return bytes;
    }
    int highest = (1 << Math.min(30, size * Byte.SIZE - 1)) - 1;
    long step = Math.max(1, highest / Math.max(1, count));
    long value = shape == Shape.WALK ? highest / 2 : random.nextInt(Math.min(highest, 100));
    for (int i = 0; i < count; i++) {
      switch (shape) {
        case SORTED -> value = Math.min(highest, value + random.nextInt((int) step + 1) * (i & 1));
        case RUNS -> value = random.nextInt(5) == 0 ? random.nextInt(highest) : value;
        default -> value += random.nextInt(7) - 3;
      }
      if (shape == Shape.SCALED && type == Datatype.FLOAT32) {
        LittleEndian.putInt(bytes, i * 4, Float.floatToIntBits((float) (scaled(value))));
      } else if (shape == Shape.SCALED && type == Datatype.FLOAT64) {
        LittleEndian.putLong(bytes, i * 8, Double.doubleToLongBits(scaled(value)));
      } else {
        LittleEndian.put(bytes, i * size, size, value);
      }
    }
    return bytes;
  }

  private static double scaled(long value) {
    return value % 100 * SCALE + OFFSET;
  }

  /** One filter of each kind, with options as {@link #values} wants them. */
  static List<Filter> filters(Datatype type) {
    List<Filter> filters =
        new ArrayList<>(
            List.of(
                Filter.none(),
                Filter.gzip(-1),
                Filter.gzip(9),
                Filter.zstd(-1),
                Filter.zstd(3),
                Filter.lz4(),
                Filter.rle(),
                Filter.bzip2(1),
                Filter.bitWidthReduction(),
                Filter.positiveDelta(),
                Filter.bitShuffle(),
                Filter.byteShuffle(),
                Filter.xor(),
                Filter.md5(),
                Filter.sha256()));
    if (!type.isFloatingPoint()) {
      filters.add(Filter.doubleDelta());
      filters.add(Filter.delta());
    } else {
      filters.add(Filter.delta(type.size() == 4 ? Datatype.UINT32 : Datatype.INT64));
      filters.add(Filter.scaleFloat(SCALE, OFFSET, 1));
      filters.add(Filter.scaleFloat(SCALE, OFFSET, 2));
      filters.add(Filter.scaleFloat(SCALE, OFFSET, 4));
      filters.add(Filter.scaleFloat(SCALE, OFFSET, 8));
    }
    return filters;
  }

  /** Two to four filters. */
  FilterPipeline pipeline(Datatype type) {
    List<Filter> all = filters(type);
    Filter[] chosen = new Filter[2 + random.nextInt(3)];
    Arrays.setAll(chosen, i -> all.get(random.nextInt(all.size())));
    for (int i = 1; i < chosen.length; i++) {
      // What does not come from floating-point numbers does not survive being taken for them.
      if (chosen[i].type() == Filter.Type.SCALE_FLOAT) {
        chosen[i] = Filter.xor();
      }
    }
    return FilterPipeline.of(chosen);
  }

  /** A type. */
  Datatype type() {
    return Datatype.values()[random.nextInt(Datatype.values().length)];
  }

  /** Where cells begin and the last one ends, in a tile of so many values of some bytes each. */
  int[] offsets(int values, int size, int max) {
    int[] offsets = new int[16];
    int cells = 0;
    for (int value = 0; value < values; ) {
      if (cells + 2 > offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * offsets.length);
      }
      int more = Math.min(values - value, random.nextInt(max + 1));
      value += more;
      offsets[cells + 1] = offsets[cells] + more * size;
      cells++;
    }
    return Arrays.copyOf(offsets, cells + 1);
  }

  /** An encryption key. */
  EncryptionKey key() {
    byte[] key = new byte[EncryptionKey.SIZE];
    random.nextBytes(key);
    return EncryptionKey.of(key);
  }
}
