package io.azulejo.tests;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.Slice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * Damages the bytes of files. Within generic tiles, which are compressed and so mostly refuse
 * damage by themselves, the unfiltered bytes are damaged too, and wrapped again without filters.
 */
final class Damage {
  /** What every number is set to, one after another. */
  static final List<Long> EXTREMES = List.of(0L, 1L, -1L, Long.MAX_VALUE);

  private static final long[] NUMBERS = {
    0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, 1L << 31, 0xffffffffL, 1L << 40
  };

  /** The filters of a generic tile that has none: a chunk size and the number of filters. */
  private static final int NO_FILTERS_SIZE = 8;

  private static final int CHUNK_HEADER_SIZE = 12;

  private final Random random;
  private final Scratch scratch = new Scratch();

  Damage(Random random) {
    this.random = random;
  }

  /**
   * Bytes in place of others.
   *
   * @param what what was done
   */
  record Damaged(byte[] bytes, String what) {}

  /**
   * Damages a file in one of many ways.
   *
   * @param numbers the numbers that it is known to hold
   */
  Damaged of(byte[] file, List<NumberField> numbers) {
    int way = random.nextInt(5);
    if (way < 2 && !numbers.isEmpty()) {
      Optional<Damaged> other = number(file, numbers.get(random.nextInt(numbers.size())), number());
      if (other.isPresent()) {
        return other.get();
      }
    } else if (way < 4) {
      List<Integer> tiles = genericTiles(file);
      if (!tiles.isEmpty()) {
        int tile = tiles.get(random.nextInt(tiles.size()));
        Optional<Damaged> inner = inGenericTile(file, tiles, tile, this::plain);
        if (inner.isPresent()) {
          return inner.get();
        }
      }
    }
    return plain(file);
  }

  /** Gives a number of a file another value; empty where its generic tile can't be read. */
  Optional<Damaged> number(byte[] file, NumberField field, long value) {
    if (field.tile() < 0) {
      return Optional.of(named(field, overwritten(file, field.offset(), field.width(), value)));
    }
    return inGenericTile(
        file,
        genericTiles(file),
        field.tile(),
        content -> named(field, overwritten(content, field.offset(), field.width(), value)));
  }

  private static Damaged named(NumberField field, Damaged damaged) {
    return new Damaged(damaged.bytes(), field.name() + ": " + damaged.what());
  }

  private Damaged plain(byte[] file) {
    int size = file.length;
    return switch (random.nextInt(6)) {
      case 0 -> truncated(file);
      case 1, 2 -> {
        byte[] bytes = file.clone();
        int bit = random.nextInt(8);
        int at = near(size);
        bytes[at] ^= (byte) (1 << bit);
        yield new Damaged(bytes, "bit %d of byte %d flipped".formatted(bit, at));
      }
      default -> {
        int width = Math.min(size, random.nextBoolean() ? 4 : 8);
        int at = near(size - width + 1);
        yield overwritten(file, at, width, number());
      }
    };
  }

  private Damaged truncated(byte[] file) {
    int end =
        switch (random.nextInt(4)) {
          case 0 -> file.length - 1;
          case 1 -> Math.max(0, file.length - 1 - random.nextInt(64));
          default -> random.nextInt(file.length);
        };
    return new Damaged(Arrays.copyOf(file, end), "cut to %d bytes".formatted(end));
  }

  private static Damaged overwritten(byte[] file, int at, int width, long number) {
    byte[] bytes = file.clone();
    for (int i = 0; i < width; i++) {
      bytes[at + i] = (byte) (number >>> (8 * i));
    }
    return new Damaged(bytes, "%d bytes at %d set to %d".formatted(width, at, number));
  }

  /** Damages what a generic tile of a file holds. */
  private Optional<Damaged> inGenericTile(
      byte[] file, List<Integer> tiles, int tile, Function<byte[], Damaged> how) {
    GenericTile.Content content;
    try {
      content = GenericTile.read("tile", Slice.of(file), tile, Optional.empty(), scratch);
    } catch (AzulejoException e) {
      return Optional.empty();
    }
    if (content.content().length() == 0 || tiles.isEmpty()) {
      return Optional.empty();
    }
    Damaged inner = how.apply(content.content().toBytes());
    byte[] wrapped = wrapped(file, tile, inner.bytes());
    String what = "in the generic tile at %d: %s".formatted(tile, inner.what());
    int next = tile + (int) content.extent();
    if (next == file.length && tile == 0) {
      return Optional.of(new Damaged(wrapped, what));
    }
    // The last tile is followed by a footer with the offsets of all: the new tile goes between.
    int last = tiles.get(tiles.size() - 1);
    int footer = last + (int) GenericTile.header("tile", Slice.of(file), last).extent();
    ByteBuffer moved =
        ByteBuffer.allocate(file.length + wrapped.length).order(ByteOrder.LITTLE_ENDIAN);
    moved.put(file, 0, footer).put(wrapped).put(file, footer, file.length - footer);
    for (int at = footer + wrapped.length; at + Long.BYTES <= moved.capacity(); at++) {
      if (moved.getLong(at) == tile) {
        moved.putLong(at, footer);
        at += Long.BYTES - 1;
      }
    }
    return Optional.of(new Damaged(moved.array(), what));
  }

  /** A generic tile of these bytes without filters, with the header of another one. */
  private static byte[] wrapped(byte[] file, int tile, byte[] content) {
    int filtered = Long.BYTES + CHUNK_HEADER_SIZE + content.length;
    ByteBuffer buffer =
        ByteBuffer.allocate(GenericTile.HEADER_SIZE + NO_FILTERS_SIZE + filtered)
            .order(ByteOrder.LITTLE_ENDIAN);
    buffer.put(file, tile, GenericTile.HEADER_SIZE);
    buffer.putLong(4, filtered).putLong(12, content.length);
    buffer.putInt(30, NO_FILTERS_SIZE);
    buffer.putInt(content.length).putInt(0);
    buffer.putLong(1).putInt(content.length).putInt(content.length).putInt(0).put(content);
    return buffer.array();
  }

  /** Where generic tiles begin that follow one another from the start of a file. */
  private static List<Integer> genericTiles(byte[] file) {
    List<Integer> tiles = new ArrayList<>();
    Slice bytes = Slice.of(file);
    long at = 0;
    while (at < file.length) {
      try {
        long extent = GenericTile.header("tile", bytes, (int) at).extent();
        if (extent > file.length - at) {
          return tiles;
        }
        tiles.add((int) at);
        at += extent;
      } catch (AzulejoException e) {
        return tiles;
      }
    }
    return tiles;
  }

  /** A place, more often near the start or the end, where headers and footers are. */
  private int near(int size) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(Math.min(size, 64));
      case 1 -> size - 1 - random.nextInt(Math.min(size, 64));
      default -> random.nextInt(size);
    };
  }

  private long number() {
    return random.nextInt(4) == 0
        ? random.nextInt(1 << random.nextInt(31))
        : NUMBERS[random.nextInt(NUMBERS.length)];
  }
}
