package io.azulejo;

import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayHistory;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the events in the history of an array. */
final class History {
  /** Orders events by end time, so that a consolidation follows its inputs. */
  private static final Comparator<HistoryEntry> BY_TIME =
      Comparator.comparing((HistoryEntry entry) -> entry.times().end(), Long::compareUnsigned)
          .thenComparing(entry -> entry.times().start(), (a, b) -> Long.compareUnsigned(b, a))
          .thenComparing(History::rank)
          .thenComparing(HistoryEntry::name);

  private final Snapshot snapshot;
  private final ArrayHistory past;
  private final Tasks tasks;

  History(Snapshot snapshot, Tasks tasks) {
    this.snapshot = snapshot;
    this.past = snapshot.history();
    this.tasks = tasks;
  }

  /** Returns all events, oldest first. */
  List<HistoryEntry> entries() {
    List<HistoryEntry> entries = new ArrayList<>();
    addSchemas(entries);
    Map<String, List<String>> replaced = past.replaced(tasks);
    List<Fragment> fragments = past.fragments(tasks);
    List<FragmentInfo> infos = FragmentSizes.describe(snapshot, fragments, tasks);
    for (int i = 0; i < infos.size(); i++) {
      FragmentInfo info = infos.get(i);
      entries.add(
          new WrittenFragment(
              info, replaced.getOrDefault(info.name(), List.of()), info.footerConsolidated()));
    }
    addDeletes(entries);
    past.metadata(tasks).forEach(file -> entries.add(metadata(file)));
    for (FragmentName name : past.consolidatedCommits()) {
      entries.add(consolidated(name, MaintenanceMode.COMMITS));
    }
    for (FragmentName name : past.consolidatedFooters()) {
      entries.add(consolidated(name, MaintenanceMode.FRAGMENT_METADATA));
    }
    entries.sort(BY_TIME);
    return List.copyOf(entries);
  }

  private void addSchemas(List<HistoryEntry> entries) {
    ArraySchema before = null;
    for (Map.Entry<String, StoredSchema> stored : past.schemas().entrySet()) {
      String name = stored.getKey();
      ArraySchema after = stored.getValue().schema();
      TimeRange times = FragmentSizes.times(name).orElse(TimeRange.between(0, 0));
      if (snapshot.times().containsAll(times.start(), times.end())) {
        entries.add(new StoredSchemaFile(name, times, Optional.ofNullable(before), after));
      }
      before = after;
    }
  }

  private void addDeletes(List<HistoryEntry> entries) {
    StoredConditionText texts =
        new StoredConditionText(
            snapshot.schema().schema(),
            past.schemas().values().stream().map(StoredSchema::schema).toList(),
            snapshot::enumeration);
    for (StoredDelete delete : snapshot.deletes()) {
      entries.add(
          snapshot.condition(
              delete,
              node ->
                  new StoredDeletion(
                      delete.name().text(),
                      times(delete.name()),
                      texts.kept(node),
                      texts.deleted(node),
                      delete.marker().endsWith(ArrayPaths.UPDATE_SUFFIX))));
    }
  }

  private static HistoryEntry metadata(ArrayHistory.MetadataFile file) {
    Map<String, Optional<MetadataValue>> values = new LinkedHashMap<>();
    for (ArrayMetadataFormat.Entry entry : file.entries()) {
      values.put(
          entry.key(),
          entry.deleted()
              ? Optional.empty()
              : Optional.of(
                  MetadataValue.of(entry.type(), entry.count(), entry.bytes().toBytes())));
    }
    return new StoredMetadata(file.name().text(), times(file.name()), values, file.replaces());
  }

  private static HistoryEntry consolidated(FragmentName name, MaintenanceMode mode) {
    return new GatheredFiles(name.text(), times(name), mode);
  }

  private static TimeRange times(FragmentName name) {
    return TimeRange.between(name.t1(), name.t2());
  }

  private static int rank(HistoryEntry entry) {
    return entry instanceof HistoryEntry.SchemaStored
        ? 0
        : entry instanceof HistoryEntry.FragmentWritten
            ? 1
            : entry instanceof HistoryEntry.CellsDeleted
                ? 2
                : entry instanceof HistoryEntry.MetadataWritten ? 3 : 4;
  }

  private record StoredSchemaFile(
      String name, TimeRange times, Optional<ArraySchema> before, ArraySchema after)
      implements HistoryEntry.SchemaStored {}

  private record WrittenFragment(
      FragmentInfo fragment, List<String> replaces, boolean footerConsolidated)
      implements HistoryEntry.FragmentWritten {
    WrittenFragment {
      replaces = List.copyOf(replaces);
    }

    @Override
    public String name() {
      return fragment.name();
    }

    @Override
    public TimeRange times() {
      return fragment.times();
    }
  }

  private record StoredDeletion(
      String name, TimeRange times, String kept, Optional<String> deleted, boolean update)
      implements HistoryEntry.CellsDeleted {}

  private record StoredMetadata(
      String name,
      TimeRange times,
      Map<String, Optional<MetadataValue>> values,
      List<String> replaces)
      implements HistoryEntry.MetadataWritten {
    StoredMetadata {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
      replaces = List.copyOf(replaces);
    }
  }

  private record GatheredFiles(String name, TimeRange times, MaintenanceMode mode)
      implements HistoryEntry.FilesConsolidated {}
}
