package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.tests.SweptArray.ARRAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.ConsolidatedFooterFormat;
import io.azulejo.internal.format.ConsolidatedFooters;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.read.ReadChecks;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.compact.CommitMerge;
import io.azulejo.internal.snapshot.compact.FileMerge;
import io.azulejo.internal.snapshot.compact.FooterMerge;
import io.azulejo.internal.snapshot.compact.MetadataMerge;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.StoredFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Merged footers, commits and metadata are those that the reference makes of the same files. */
class FileMergeTest {
  private final Storage storage = Storage.inMemory();
  @AutoClose private final Tasks tasks = new Tasks(0, 0);
  private Optional<EncryptionKey> key = Optional.empty();

  private void copy(String name) {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    Path folder = corpus.path().resolve(name);
    Expectation expectation = corpus.expectation(folder.resolve("expected.json"));
    MemoryCopy.of(expectation.location(), storage, ARRAY);
    key = expectation.key();
  }

  private Location only(String folder, String suffix) {
    List<Location> found = withSuffix(folder, suffix);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private List<Location> withSuffix(String folder, String suffix) {
    return storage.names(ARRAY.resolve(folder)).stream()
        .filter(name -> name.endsWith(suffix))
        .map(ARRAY.resolve(folder)::resolve)
        .toList();
  }

  private Slice bytes(Location file) {
    return Slice.of(StoredFiles.content(storage, file));
  }

  private Slice content(String structure, Location file) {
    return GenericTile.read(structure, bytes(file), 0, key, new Scratch()).content();
  }

  private FileMerge commits() {
    return CommitMerge.of(storage, ARRAY, key, ReadChecks::deletion, tasks);
  }

  private FileMerge footers() {
    return FooterMerge.of(storage, ARRAY, key, tasks);
  }

  private FileMerge metadata(TimeRange times) {
    return MetadataMerge.ofArray(storage, ARRAY, key, times, tasks);
  }

  /**
   * Leaves of the commits those alone that a file of the reference holds, in files of their own.
   */
  private void loosen(Location gathered) {
    List<CommitsFile.Entry> entries = CommitsFileFormat.decode(bytes(gathered)).entries();
    Set<String> paths = entries.stream().map(CommitsFile.Entry::path).collect(Collectors.toSet());
    for (String folder : List.of("", ArrayPaths.COMMITS_FOLDER)) {
      for (String name : storage.names(ARRAY.resolve(folder))) {
        String path = folder.isEmpty() ? name : folder + "/" + name;
        boolean commits = name.matches(".*\\.(wrt|ok|del)");
        if (commits && !paths.contains(path)) {
          storage.delete(ARRAY.resolve(path));
        }
      }
    }
    storage.delete(gathered);
    for (CommitsFile.Entry entry : entries) {
      if (storage.find(ARRAY.resolve(entry.path())).isEmpty()) {
        storage.createExclusive(
            ARRAY.resolve(entry.path()), entry.content().map(Slice::toBytes).orElse(new byte[0]));
      }
    }
  }

  @Test
  void commitsAreGatheredAsByTheReference() {
    for (String name :
        List.of(
            "made-time/consolidate-sparse-commits",
            "old-v12/consolidated-commits",
            "old-v17/sparse-deletes-commits",
            "old-v19/consolidated-commits")) {
      storage.deleteFolder(ARRAY);
      copy(name);
      Location theirs = only(ArrayPaths.COMMITS_FOLDER, ".con");
      Slice expected = bytes(theirs);
      loosen(theirs);

      FileMerge merge = commits();
      FileMerge.Output output = merge.write();

      Location ours = only(ArrayPaths.COMMITS_FOLDER, ".con");
      assertThat(bytes(ours)).as(name).isEqualTo(expected);
      assertThat(ours.name()).isEqualTo(output.name());
      assertThat(output.bytes()).isEqualTo(expected.length());
      assertThat(withoutLabel(ours.name())).as(name).isEqualTo(withoutLabel(theirs.name()));
      assertThat(merge.inputs())
          .containsExactlyElementsOf(
              CommitsFileFormat.decode(expected).entries().stream()
                  .map(CommitsFile.Entry::file)
                  .toList());
      assertThat(commits().isNeeded()).as("once more").isFalse();
      assertThat(commits().reason()).isEqualTo("one file holds all commits");
    }
  }

  private static String withoutLabel(String name) {
    return name.replaceAll("[0-9a-f]{32}", "*");
  }

  @Test
  void commitsThatWereTakenBackAreNotGatheredAgain() {
    copy("made-time/consolidate-dense-ignored");
    Location theirs = only(ArrayPaths.COMMITS_FOLDER, ".con");

    FileMerge merge = commits();
    merge.write();

    assertThat(merge.inputs()).hasSize(2).startsWith(theirs.name());
    Location ours =
        withSuffix(ArrayPaths.COMMITS_FOLDER, ".con").stream()
            .filter(file -> !file.equals(theirs))
            .findFirst()
            .orElseThrow();
    assertThat(CommitsFileFormat.decode(bytes(ours)).entries())
        .extracting(CommitsFile.Entry::path)
        .containsExactly(
            only(ArrayPaths.COMMITS_FOLDER, ".wrt").path().replaceAll(".*(__com)", "$1"));
    assertThat(FragmentName.parse(ours.name()).orElseThrow().label())
        .isGreaterThan(FragmentName.parse(theirs.name()).orElseThrow().label());
  }

  @Test
  void aDeletionWhoseFileIsVacuumedIsGatheredFromTheFileThatHoldsIt() {
    copy("old-v17/sparse-deletes-commits");
    Location theirs = only(ArrayPaths.COMMITS_FOLDER, ".con");
    List<Location> deletions = withSuffix(ArrayPaths.COMMITS_FOLDER, ".del");
    assertThat(deletions).isNotEmpty();
    storage.delete(deletions);
    Set<String> before = names(theirs);
    String fragment = storage.names(ARRAY.resolve(ArrayPaths.FRAGMENTS_FOLDER)).get(0);
    String late = fragment.replaceAll("__\\d+_\\d+_", "__1990000000000_1990000000000_");
    for (String file : storage.names(ARRAY.resolve("__fragments/" + fragment))) {
      storage.createExclusive(
          ARRAY.resolve("__fragments/" + late + "/" + file),
          StoredFiles.content(storage, ARRAY.resolve("__fragments/" + fragment + "/" + file)));
    }
    storage.createExclusive(ARRAY.resolve("__commits/" + late + ".wrt"), new byte[0]);

    String ours = commits().write().name();

    before.add(late + ".wrt");
    assertThat(names(ARRAY.resolve("__commits/" + ours))).containsAll(before);
  }

  private Set<String> names(Location gathered) {
    return CommitsFileFormat.decode(bytes(gathered)).entries().stream()
        .map(CommitsFile.Entry::file)
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void commitsOfOldVersionsAreRefused() {
    copy("old-v11/strings-rle-plain");
    refuses(UnsupportedFormatException.class, this::commits);
  }

  @Test
  void aCommitWithoutAFragmentIsLeft() {
    copy("made-time/fragments-dense");
    List<Location> commits = withSuffix(ArrayPaths.COMMITS_FOLDER, ".wrt");
    String gone = commits.get(0).name().replace(".wrt", "");
    storage.deleteFolder(ARRAY.resolve(ArrayPaths.FRAGMENTS_FOLDER).resolve(gone));

    FileMerge merge = commits();

    assertThat(merge.inputs()).hasSize(commits.size() - 1).doesNotContain(gone + ".wrt");
    assertThat(merge.skipped())
        .containsExactly(new FileMerge.Skipped(gone + ".wrt", "its fragment does not exist"));
    merge.write();
    assertThat(commits().isNeeded()).isFalse();
  }

  @Test
  void footersAreGatheredAsByTheReference() {
    for (String name :
        List.of(
            "old-v5/consolidated-fragment-metadata",
            "old-v7/consolidated-fragment-metadata",
            "old-v9/consolidated-fragment-metadata")) {
      storage.deleteFolder(ARRAY);
      copy(name);
      Location theirs = only("", ".meta");
      ConsolidatedFooters expected = decoded(theirs);
      Set<String> fragments = expected.byName().keySet();
      for (Location commit : withSuffix("", ".ok")) {
        if (!fragments.contains(commit.name().replace(".ok", ""))) {
          storage.delete(commit);
        }
      }
      storage.delete(theirs);

      FileMerge merge = footers();
      FileMerge.Output output = merge.write();

      boolean inRoot = !name.startsWith("old-v5"); // which is written as the current version is
      Location ours = only(inRoot ? "" : ArrayPaths.FRAGMENT_META_FOLDER, ".meta");
      assertThat(ours.name()).isEqualTo(output.name());
      assertThat(decoded(ours).byName()).as(name).isEqualTo(expected.byName());
      assertThat(merge.inputs()).containsExactlyElementsOf(fragments);
      if (name.startsWith("old-v9")) {
        assertThat(decoded(ours)).isEqualTo(expected);
      }
      if (name.startsWith("old-v7")) {
        assertThat(decoded(ours).entries().get(0).fragment())
            .isEqualTo("mem://arrays/array/" + merge.inputs().get(0));
      }
      assertThat(footers().isNeeded()).as("once more").isFalse();
      assertThat(footers().reason()).isEqualTo("the footers are in one file already");
    }
  }

  private ConsolidatedFooters decoded(Location file) {
    return ConsolidatedFooterFormat.decode(
        content(ConsolidatedFooterFormat.STRUCTURE, file),
        FragmentName.parse(file.name()).orElseThrow().version());
  }

  @Test
  void fragmentsWithoutFootersAreLeft() {
    copy("old-v1/sparse-basic");
    FileMerge merge = footers();
    assertThat(merge.isNeeded()).isFalse();
    assertThat(merge.reason()).isEqualTo("fewer than two footers exist");
    assertThat(merge.skipped())
        .isNotEmpty()
        .allMatch(skipped -> skipped.reason().matches("fragments of version [12] have no footers"));
  }

  @Test
  void metadataAreMergedAsByTheReference() {
    for (String name : List.of("made-time/metadata-consolidated", "old-v8/metadata-consolidated")) {
      storage.deleteFolder(ARRAY);
      copy(name);
      Location vacuum = only(ArrayPaths.METADATA_FOLDER, ".vac");
      FragmentName merged = FragmentName.parse(vacuum.name()).orElseThrow();
      List<String> lines = NameListFormat.decode(bytes(vacuum));
      Location theirs = vacuum.parent().resolve(merged.text());
      Slice expected = content(ArrayMetadataFormat.STRUCTURE, theirs);
      storage.delete(List.of(vacuum, theirs));

      FileMerge merge = metadata(TimeRange.between(merged.t1(), merged.t2()));
      FileMerge.Output output = merge.write();

      Location ours = vacuum.parent().resolve(output.name());
      assertThat(content(ArrayMetadataFormat.STRUCTURE, ours)).as(name).isEqualTo(expected);
      assertThat(withoutLabel(ours.name())).isEqualTo(withoutLabel(theirs.name()));
      assertThat(merge.inputs())
          .containsExactlyElementsOf(lines.stream().map(ArrayPaths::lastComponent).toList());
      List<String> ownLines = NameListFormat.decode(bytes(Location.of(ours + ".vac")));
      assertThat(ownLines)
          .as(name)
          .isEqualTo(
              name.startsWith("old")
                  ? merge.inputs().stream().map(n -> "mem://arrays/array/__meta/" + n).toList()
                  : lines);
      assertThat(metadata(TimeRange.between(merged.t1(), merged.t2())).isNeeded()).isFalse();
    }
  }

  @Test
  void filesOfMoreMomentsAreLeftWhereTheyReachIntoTheTimes() {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", storage).build()) {
      MetadataModel model = new MetadataModel(azulejo, storage);
      model.put(10, "a");
      model.put(30, "a");
      metadata(TimeRange.ALL).write();
      model.put(20, "a");
      model.put(40, "b");
      model.put(50, "b");

      FileMerge merge = metadata(TimeRange.between(5, 40));
      List<String> skipped = new ArrayList<>();
      merge.skipped().forEach(one -> skipped.add(one.name()));

      assertThat(merge.inputs()).hasSize(3).first().asString().startsWith("__10_30_");
      assertThat(skipped).hasSize(1).first().asString().startsWith("__50_50_");
      FileMerge none = metadata(TimeRange.between(20, 40));
      assertThat(none.isNeeded()).isFalse();
      assertThat(none.reason())
          .matches(
              "__30_30_\\w+ was written between them but is not merged, so the merged file would be"
                  + " read before it");
    }
  }

  @Test
  void mergedMetadataReadTheSameInAllTimesBesideWhatTheyReplaceAndWithoutIt() {
    for (long seed = 1; seed <= 300; seed++) {
      Storage store = Storage.inMemory();
      try (Azulejo azulejo = Azulejo.builder().storage("mem", store).build()) {
        MetadataModel model = new MetadataModel(azulejo, store);
        model.run(seed, times -> merge(store, times));
      }
    }
  }

  private Optional<FileMerge> merge(Storage store, TimeRange times) {
    FileMerge merge = MetadataMerge.ofArray(store, ARRAY, Optional.empty(), times, tasks);
    return merge.isNeeded() ? Optional.of(merge) : Optional.empty();
  }
}
