package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.HistoryEntry;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What an array answers at many times, and which of these may still be asked once it was
 * consolidated and vacuumed: dense fragments, and those of versions that keep no times of cells,
 * are seen at times alone that contain all of theirs; so are files of metadata.
 */
final class AskedArray {
  private static final int MOST_TIMES = 4;

  private final Optional<EncryptionKey> key;
  private final boolean keepsTimes;
  private final ArraySchema latest;

  /** What is written in which times. */
  private record Piece(String name, TimeRange times) {
    boolean within(TimeRange window) {
      return window.containsAll(times.start(), times.end());
    }

    boolean touches(TimeRange window) {
      return window.overlaps(times.start(), times.end());
    }
  }

  /**
   * What was answered at a time.
   *
   * @param box where dense cells were asked for
   * @param rows the cells; empty where they could not be read
   * @param metadata the metadata
   */
  private record Answer(Optional<NDRange> box, Optional<List<String>> rows, String metadata) {}

  private final Map<TimeRange, Answer> answers = new LinkedHashMap<>();
  private final List<Piece> fragments;
  private final List<Piece> metadata;

  /** Asks an array at times before, at and after all that happened to it. */
  AskedArray(Azulejo engine, Location place, Optional<EncryptionKey> key) {
    this.key = key;
    Array array = engine.open(place, at(TimeRange.ALL));
    this.latest = array.schema();
    this.keepsTimes = !array.schema().isDense() && writeVersion(array) >= 15;
    this.fragments = fragments(array);
    this.metadata = metadata(array);
    for (TimeRange window : windows(array)) {
      answers.put(window, ask(engine, place, window, Optional.empty()));
    }
  }

  /** Whether the cells could be read at all times. */
  boolean isRead() {
    return answers.values().stream().allMatch(answer -> answer.rows().isPresent());
  }

  private static int writeVersion(Array array) {
    int version = array.formatVersion();
    return version < 7 ? 22 : version;
  }

  private OpenOptions at(TimeRange times) {
    OpenOptions options = OpenOptions.DEFAULT.at(times);
    return key.map(options::key).orElse(options);
  }

  /** An engine that has the key of the array. */
  Azulejo keyed(Azulejo engine, Location place) {
    return key.map(secret -> engine.withKey(place, secret)).orElse(engine);
  }

  /** All fragments, those that were replaced, too. */
  private static List<Piece> fragments(Array array) {
    List<Piece> pieces = new ArrayList<>();
    for (HistoryEntry entry : array.history()) {
      if (entry instanceof HistoryEntry.FragmentWritten written) {
        pieces.add(new Piece(written.name(), written.times()));
      }
    }
    return pieces;
  }

  private static List<Piece> metadata(Array array) {
    List<Piece> pieces = new ArrayList<>();
    for (HistoryEntry entry : array.history()) {
      if (entry instanceof HistoryEntry.MetadataWritten written) {
        pieces.add(new Piece(written.name(), written.times()));
      }
    }
    return pieces;
  }

  /** Times of which some cut each change from the others. */
  private static List<TimeRange> windows(Array array) {
    TreeSet<Long> times = new TreeSet<>();
    for (HistoryEntry entry : array.history()) {
      times.add(entry.times().start());
      times.add(entry.times().end());
    }
    List<Long> some = new ArrayList<>(times);
    some.removeIf(time -> time < 0);
    for (int i = 0; some.size() > MOST_TIMES; i = (i + 2) % some.size()) {
      some.remove(i);
    }
    List<TimeRange> windows = new ArrayList<>(List.of(TimeRange.ALL));
    for (long time : some) {
      windows.add(TimeRange.until(time));
    }
    for (int i = 1; i < some.size(); i++) {
      windows.add(TimeRange.between(some.get(i), Long.MAX_VALUE));
      if (i + 1 < some.size()) {
        windows.add(TimeRange.between(some.get(i - 1) + 1, some.get(i + 1)));
      }
    }
    return windows;
  }

  private Answer ask(Azulejo engine, Location place, TimeRange window, Optional<NDRange> asked) {
    Array array = engine.open(place, at(window));
    String found = array.metadata().toString();
    Optional<NDRange> box = asked.or(array::nonEmptyDomain);
    try {
      return new Answer(box, Optional.of(rows(array, box)), found);
    } catch (AzulejoException e) {
      return new Answer(box, Optional.empty(), found); // such as broken tiles
    }
  }

  private List<String> rows(Array array, Optional<NDRange> box) {
    ReadRequest request = ReadRequest.ALL;
    List<String> fields = new ArrayList<>();
    array.schema().attributes().stream().filter(this::isKept).forEach(a -> fields.add(a.name()));
    array.schema().dimensions().forEach(dimension -> fields.add(dimension.name()));
    if (array.schema().isDense()) {
      if (box.isEmpty()) {
        return List.of();
      }
      request = request.subarray(subarray(array.schema().dimensions(), box.get()));
    } else if (keepsTimes) {
      fields.add(FieldStorage.TIMESTAMPS);
    }
    List<String> all = new ArrayList<>();
    try (Stream<Row> rows = array.read(request.select(fields)).rows()) {
      rows.forEach(row -> all.add(row.toString()));
    }
    if (!array.schema().isDense()) {
      all.sort(null);
    }
    return all;
  }

  /** Whether it is in the latest schema, too: what was dropped is not in merged fragments. */
  private boolean isKept(Attribute attribute) {
    return latest
        .attribute(attribute.name())
        .filter(a -> a.type() == attribute.type() && a.cellValNum() == attribute.cellValNum())
        .isPresent();
  }

  private static Subarray subarray(List<Dimension> dimensions, NDRange box) {
    return Subarray.of(dimensions, box);
  }

  /** Asks a copy, at all times that may be asked; says what is answered in another way. */
  List<String> differences(Azulejo engine, Location place) {
    Array now = engine.open(place, at(TimeRange.ALL));
    List<Piece> fragmentsNow = fragments(now);
    List<Piece> metadataNow = metadata(now);
    List<String> differences = new ArrayList<>();
    answers.forEach(
        (window, before) -> {
          Answer after = ask(engine, place, window, before.box());
          if (mayAskCells(window, fragmentsNow)
              && before.rows().isPresent()
              && !after.rows().equals(before.rows())) {
            differences.add(
                "cells at %s: %s, not %s".formatted(window, after.rows(), before.rows()));
          }
          if (mayAsk(window, metadata, metadataNow)
              && !after.metadata().equals(before.metadata())) {
            differences.add(
                "metadata at %s: %s, not %s"
                    .formatted(window, after.metadata(), before.metadata()));
          }
        });
    return differences;
  }

  private boolean mayAskCells(TimeRange window, List<Piece> now) {
    if (!keepsTimes) {
      return mayAsk(window, fragments, now);
    }
    // Cells of what was consolidated without their times are of the first one from now on.
    return fragments.stream()
        .filter(piece -> piece.times().start() != piece.times().end())
        .filter(piece -> versionOf(piece.name()) < 15)
        .allMatch(piece -> piece.within(window) || !piece.touches(window));
  }

  private static int versionOf(String name) {
    String last = name.substring(name.lastIndexOf('_') + 1);
    return last.length() < 3 ? Integer.parseInt(last) : 4;
  }

  /** Whether all that was seen then is still there, or what replaced it is seen as a whole. */
  private static boolean mayAsk(TimeRange window, List<Piece> before, List<Piece> now) {
    List<String> names = now.stream().map(Piece::name).toList();
    boolean allThere =
        before.stream()
            .filter(piece -> piece.within(window))
            .allMatch(p -> names.contains(p.name()));
    List<Piece> merged =
        now.stream()
            .filter(
                piece -> piece.times().start() != piece.times().end() || !before.contains(piece))
            .toList();
    return allThere
        || merged.stream().allMatch(piece -> piece.within(window) || !piece.touches(window));
  }

  /** Whether an array has several fragments, and all of its cells can be listed again and again. */
  static boolean isWorthwhile(
      Azulejo engine, Location place, Optional<EncryptionKey> key, long most) {
    OpenOptions options = OpenOptions.DEFAULT.at(TimeRange.ALL);
    Array array = engine.open(place, key.map(options::key).orElse(options));
    double cells = 1;
    if (array.schema().isDense()) {
      for (Range range : array.nonEmptyDomain().map(NDRange::ranges).orElse(List.of())) {
        Range.Longs longs = (Range.Longs) range;
        cells *= (double) longs.high() - longs.low() + 1;
      }
    } else {
      cells = array.fragments().stream().mapToLong(FragmentInfo::cells).sum();
    }
    return array.fragments().size() > 1 && cells <= most;
  }
}
