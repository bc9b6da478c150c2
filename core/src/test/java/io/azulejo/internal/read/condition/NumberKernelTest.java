package io.azulejo.internal.read.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.schema.Datatype;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Kernels on random numbers, against one look-up of each number in the set. */
class NumberKernelTest {
  private static final long SEED = Long.getLong("azulejo.seed", 4711L);

  private final Random random = new Random(SEED);

  @Test
  void selectsTheNumbersThatAreInTheSet() {
    System.out.println("azulejo.seed=" + SEED);
    List<Datatype> types =
        Stream.of(Datatype.values())
            .filter(type -> type.isIntegerValued() || type.isFloatingPoint())
            .toList();
    for (int round = 0; round < 4000; round++) {
      Datatype type = types.get(random.nextInt(types.size()));
      int start = random.nextInt(20);
      int count = random.nextInt(round % 10 == 0 ? 6000 : 100);
      int at = random.nextInt(10);
      byte[] data = new byte[start + count * type.size() + random.nextInt(10)];
      random.nextBytes(data);
      int repeated = random.nextInt(3) == 0 ? 2 + random.nextInt(30) : 0;
      for (int i = 1; i < count && repeated > 0; i++) { // so that many rows hold the same number
        int from = start + (random.nextInt(repeated) == 0 ? 0 : i) * type.size();
        System.arraycopy(data, from, data, start + i * type.size(), type.size());
      }
      long[] keys = new long[count];
      CoordinateKeys.decode(type, data, start, count, keys);
      Intervals<Long> values = set(type, keys);
      if (values.isEmpty() || values.isAll()) {
        continue; // such sets have no kernel
      }
      byte[] mask = new byte[at + count + random.nextInt(10)];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = (byte) random.nextInt(2);
      }
      byte[] expected = mask.clone();
      for (int i = 0; i < count; i++) {
        expected[at + i] &= (byte) (values.contains(keys[i]) ? 1 : 0);
      }
      byte[] before = data.clone();
      NumberKernel.of(type, values).narrow(data, start, count, mask, at);
      assertThat(mask).as("%d of %s in %s", count, type, values.changes()).isEqualTo(expected);
      assertThat(data).isEqualTo(before);
    }
  }

  /** Returns a set whose boundaries are at or near some of the keys, or beyond the type. */
  private Intervals<Long> set(Datatype type, long[] keys) {
    long[] bounds = new long[2];
    Arrays.setAll(bounds, i -> bound(type, keys));
    Arrays.sort(bounds);
    return switch (random.nextInt(8)) {
      case 6 -> Intervals.of(Intervals.KEYS, List.of(bounds[0])).negated();
      case 7 -> Intervals.of(Intervals.KEYS, List.of(keys.length == 0 ? 0 : keys[0]));
      case 0 -> Intervals.from(Intervals.KEYS, bounds[0]);
      case 1 -> Intervals.between(Intervals.KEYS, Long.MIN_VALUE, bounds[0]);
      case 2 -> Intervals.of(Intervals.KEYS, List.of(bounds[0]));
      case 3 -> Intervals.of(Intervals.KEYS, List.of(bounds[0], bounds[1])).negated();
      case 4 -> Intervals.between(Intervals.KEYS, bounds[0], bounds[1]).negated();
      default -> Intervals.between(Intervals.KEYS, bounds[0], bounds[1]);
    };
  }

  private long bound(Datatype type, long[] keys) {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextLong();
      case 1 -> Long.MIN_VALUE >>> random.nextInt(64);
      case 2 -> -1L << random.nextInt(64);
      default ->
          keys.length == 0
              ? type.size()
              : keys[random.nextInt(keys.length)] + random.nextInt(3) - 1;
    };
  }
}
