package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Times at which an array can be asked, however much of it is consolidated and vacuumed: those that
 * cut through nothing which has no times within, and what is answered.
 */
final class AskedTimes {
  private final Location place;
  private final Optional<EncryptionKey> key;
  private final List<TimeRange> windows = new ArrayList<>();

  private AskedTimes(Location place, Optional<EncryptionKey> key) {
    this.place = place;
    this.key = key;
  }

  /**
   * Times of an array in which much may be consolidated, but is not vacuumed.
   *
   * @param mergesMetadata whether all metadata will become one
   */
  static AskedTimes of(
      Azulejo engine, Location place, Optional<EncryptionKey> key, boolean mergesMetadata) {
    AskedTimes asked = new AskedTimes(place, key);
    Storage storage = engine.storage(place);
    boolean dense = asked.open(engine, TimeRange.ALL).schema().isDense();
    TreeSet<Long> moments = new TreeSet<>();
    List<FragmentName> merged = new ArrayList<>();
    for (String folder : List.of("", "__fragments", "__meta")) {
      for (String name : storage.names(place.resolve(folder))) {
        Optional<FragmentName> parsed = FragmentName.parse(name);
        if (parsed.isPresent()) {
          FragmentName found = parsed.get();
          moments.add(found.t1());
          moments.add(found.t2());
          boolean keepsTimes =
              !folder.equals("__meta") && !dense && found.version().isVisibleIfTimesOverlap();
          if (!keepsTimes && found.t1() < found.t2()) {
            merged.add(found);
          }
        }
      }
    }
    if (mergesMetadata) {
      List<FragmentName> all = metadata(storage, place);
      all.stream()
          .mapToLong(FragmentName::t1)
          .min()
          .ifPresent(
              first -> {
                long last = all.stream().mapToLong(FragmentName::t2).max().orElseThrow();
                merged.add(FragmentName.parse(FragmentName.unversioned(first, last)).orElseThrow());
              });
    }
    Set<TimeRange> windows = new LinkedHashSet<>();
    windows.add(TimeRange.ALL);
    for (long moment : moments) {
      windows.add(TimeRange.until(moment));
      windows.add(new TimeRange(moment, -1));
      windows.add(TimeRange.between(moment, moment));
    }
    for (TimeRange window : windows) {
      if (merged.stream().allMatch(m -> mayBeAsked(window, m))) {
        asked.windows.add(window);
      }
    }
    return asked;
  }

  private static List<FragmentName> metadata(Storage storage, Location place) {
    return storage.names(place.resolve("__meta")).stream()
        .map(FragmentName::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  private static boolean mayBeAsked(TimeRange window, FragmentName merged) {
    return window.containsAll(merged.t1(), merged.t2())
        || !window.overlaps(merged.t1(), merged.t2());
  }

  private Array open(Azulejo engine, TimeRange times) {
    OpenOptions options = OpenOptions.DEFAULT.at(times);
    return engine.open(place, key.map(options::key).orElse(options));
  }

  /** All that can be read at these times. */
  List<String> read(Azulejo engine) {
    List<String> answers = new ArrayList<>();
    for (TimeRange window : windows) {
      Array array = open(engine, window);
      answers.add(window + " " + array.schema().attributes());
      array.metadata().forEach((name, value) -> answers.add(name + Arrays.toString(value.bytes())));
      List<String> rows = new ArrayList<>();
      try (Stream<Row> read = array.read().rows()) {
        read.forEach(row -> rows.add(row.toString()));
      }
      if (!array.schema().isDense()) {
        rows.sort(String::compareTo); // cells at the same place come in any order
      }
      answers.addAll(rows);
    }
    return answers;
  }
}
