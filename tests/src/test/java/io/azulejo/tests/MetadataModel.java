package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.internal.snapshot.compact.FileMerge;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** An array whose metadata change at random, and are merged at random, and read at all times. */
final class MetadataModel {
  private static final int LAST = 9;
  private static final String KEYS = "abc";

  private final Azulejo azulejo;
  private final Storage storage;
  private int values;

  MetadataModel(Azulejo azulejo, Storage storage) {
    this.azulejo = azulejo;
    this.storage = storage;
    azulejo.create(
        ARRAY, TestSchemas.of("dense(x INT32 1..8/4) a INT32"), CreateOptions.DEFAULT.at(0));
  }

  void put(long time, String key) {
    change(time, MetadataChange.builder().put(key, MetadataValue.ofInts(++values)).build());
  }

  void remove(long time, String key) {
    change(time, MetadataChange.builder().remove(key).build());
  }

  private void change(long time, MetadataChange change) {
    azulejo.array(ARRAY).metadata().change(change, ChangeOptions.DEFAULT.at(time));
  }

  /** What is read in each range of times. */
  List<String> read() {
    List<String> all = new ArrayList<>();
    for (long start = 0; start <= LAST; start++) {
      for (long end = start; end <= LAST; end++) {
        TimeRange times = TimeRange.between(start, end);
        StringBuilder text = new StringBuilder("%d to %d:".formatted(start, end));
        azulejo
            .open(ARRAY, times)
            .metadata()
            .forEach((key, value) -> text.append(' ').append(key).append(value.bytes()[0]));
        all.add(text.toString());
      }
    }
    return all;
  }

  void run(long seed, Function<TimeRange, Optional<FileMerge>> merging) {
    Random random = new Random(seed);
    for (int step = 0; step < 14; step++) {
      String key = String.valueOf(KEYS.charAt(random.nextInt(KEYS.length())));
      switch (random.nextInt(4)) {
        case 0 -> remove(random.nextInt(LAST + 1), key);
        case 1 -> {
          long start = random.nextInt(LAST);
          TimeRange times =
              random.nextBoolean()
                  ? TimeRange.ALL
                  : TimeRange.between(start, start + random.nextInt((int) (LAST + 1 - start)));
          List<String> before = read();
          Optional<FileMerge> merge = merging.apply(times);
          if (merge.isPresent()) {
            String merged = merge.get().write().name();
            assertThat(read()).as("seed %d, step %d, %s", seed, step, times).isEqualTo(before);
            Location vacuum = ARRAY.resolve("__meta/" + merged + ".vac");
            byte[] lines = StoredFiles.content(storage, vacuum);
            storage.delete(vacuum);
            assertThat(read())
                .as("seed %d, step %d, %s, beside what was merged", seed, step, times)
                .isEqualTo(before);
            storage.createExclusive(vacuum, lines);
          }
        }
        default -> put(random.nextInt(LAST + 1), key);
      }
    }
  }
}
