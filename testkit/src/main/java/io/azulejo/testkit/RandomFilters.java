package io.azulejo.testkit;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A generator of random filter pipelines that preserve all values exactly. */
public final class RandomFilters {
  private static final int WINDOW = 16;

  private final Random random;

  /** Creates a generator that uses an existing source of random numbers. */
  public RandomFilters(Random random) {
    this.random = random;
  }

  /**
   * Returns a random filter pipeline for the cells of a field.
   *
   * @param type the type of the values
   * @param cellValNum the number of values per cell, or {@link Attribute#VAR}
   */
  public FilterPipeline of(Datatype type, int cellValNum) {
    List<Filter> filters = new ArrayList<>();
    boolean whole = addFirst(filters, type, cellValNum);
    addReversible(filters, type, whole);
    addLast(filters);
    return pipeline(filters);
  }

  /** Returns a random filter pipeline for offsets. Offsets never decrease. */
  public FilterPipeline ofOffsets() {
    List<Filter> filters = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      filters.add(Filter.positiveDelta(window(Long.BYTES)));
      filters.add(Filter.bitWidthReduction(window(Long.BYTES)));
    } else if (random.nextInt(3) == 0) {
      filters.add(Filter.doubleDelta());
    }
    addLast(filters);
    return pipeline(filters);
  }

  /** Returns a random filter pipeline that suits the cells of any type. */
  public FilterPipeline ofAny() {
    List<Filter> filters = new ArrayList<>();
    addReversible(filters, Datatype.CHAR, true);
    addLast(filters);
    return pipeline(filters);
  }

  private FilterPipeline pipeline(List<Filter> filters) {
    return FilterPipeline.of(
        random.nextInt(8) == 0 ? 0 : FilterPipeline.DEFAULT_MAX_CHUNK_SIZE, filters);
  }

  /**
   * May add a filter that must come first. Returns whether its output still consists of whole
   * values.
   */
  private boolean addFirst(List<Filter> filters, Datatype type, int cellValNum) {
    boolean text =
        cellValNum == Attribute.VAR
            && (type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8);
    switch (random.nextInt(8)) {
      case 0 -> {
        filters.add(Filter.rle());
        return false;
      }
      case 1 -> {
        if (text) {
          filters.add(Filter.dictionary());
          return false;
        }
      }
      case 2 -> {
        if (!type.isFloatingPoint()) {
          filters.add(Filter.delta());
        } else {
          filters.add(Filter.delta(type.size() == 4 ? Datatype.INT32 : Datatype.UINT64));
        }
      }
      case 3 -> {
        // Second differences of random 64-bit numbers do not fit into 64 bits.
        if (!type.isFloatingPoint() && (type.size() < Long.BYTES || type.isString())) {
          filters.add(Filter.doubleDelta());
          return false;
        }
      }
      default -> {}
    }
    return true;
  }

  private void addReversible(List<Filter> filters, Datatype type, boolean whole) {
    for (int i = random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> filters.add(Filter.byteShuffle());
        case 1 -> filters.add(Filter.bitShuffle());
        case 2 -> {
          if (whole) {
            filters.add(Filter.xor());
          }
        }
        default -> {
          if (type.isIntegerValued()) {
            filters.add(Filter.bitWidthReduction(window(type.size())));
            return;
          }
        }
      }
    }
  }

  private void addLast(List<Filter> filters) {
    switch (random.nextInt(8)) {
      case 0 -> filters.add(Filter.gzip(random.nextInt(11) - 1));
      case 1, 2 -> filters.add(Filter.zstd(random.nextInt(8) - 2));
      case 3 -> filters.add(Filter.lz4());
      case 4 -> filters.add(Filter.bzip2(1 + random.nextInt(2)));
      case 5 -> filters.add(Filter.none());
      default -> {}
    }
    if (random.nextInt(5) == 0) {
      filters.add(random.nextBoolean() ? Filter.md5() : Filter.sha256());
    }
  }

  private int window(int size) {
    return size + random.nextInt(WINDOW * size);
  }
}
