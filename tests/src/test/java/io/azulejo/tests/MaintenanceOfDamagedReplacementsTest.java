package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.FragmentInfo;
import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestLayer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Damage to what replaces other files, or repeats them, is not made final by maintenance. */
class MaintenanceOfDamagedReplacementsTest extends DamagedArray {
  /** Bytes at the end of a fragment's metadata file that are mostly those of its footer. */
  private static final int FOOTER = 600;

  private void isNotVacuumed(Location file, UnaryOperator<byte[]> damage, MaintenanceMode mode) {
    isNeverFinal(file, damage);
    change(file, damage);
    assertThatThrownBy(() -> vacuum(mode))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString());
  }

  private Location below(String pattern) {
    return StoredFiles.below(storage, ARRAY).stream()
        .filter(file -> file.path().matches(".*" + pattern))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fragmentsStayWhileATableOfTheOneThatReplacesThemIsDamaged() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location metadata = below("/__10_40_[^/]*/__fragment_metadata.tdb");
    isNotVacuumed(metadata, set(4, 0xff), MaintenanceMode.FRAGMENTS);
  }

  /** The last coordinates of tiles, and the statistics of the whole fragment. */
  @Test
  void fragmentsStayWhileATableThatFewReadsUseIsDamaged() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location metadata = below("/__10_40_[^/]*/__fragment_metadata.tdb");
    byte[] whole = StoredFiles.content(storage, metadata);
    for (long section : rareSections()) {
      isNotVacuumed(metadata, set((int) section + 4, 0xff), MaintenanceMode.FRAGMENTS);
      change(metadata, damaged -> whole);
    }
  }

  private List<Long> rareSections() {
    try (Tasks tasks = new Tasks(0, 0)) {
      Snapshot snapshot = Snapshot.open(storage, ARRAY, TimeRange.ALL, Optional.empty(), tasks);
      FragmentFooter footer =
          snapshot.fragments().stream()
              .filter(fragment -> fragment.name().t1() != fragment.name().t2())
              .findFirst()
              .orElseThrow()
              .footer();
      int dimensions = snapshot.schema().schema().dimensions().size();
      long[] edges = footer.globalOrderBounds(dimensions).orElseThrow();
      assertThat(footer.fragmentStatistics()).isPositive();
      return List.of(edges[edges.length - 1], footer.fragmentStatistics());
    }
  }

  @Test
  void fragmentsStayWhileADataFileOfTheOneThatReplacesThemIsTruncated() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location data = below("/__10_40_[^/]*/a0.tdb");
    isNotVacuumed(data, bytes -> Arrays.copyOf(bytes, bytes.length - 1), MaintenanceMode.FRAGMENTS);
  }

  @Test
  void fragmentsStayWhileAPartOfASplitMergeIsDamaged() {
    copy("made-time/fragments-dense");
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.maxFragmentSize(500));
    List<String> parts = azulejo.open(ARRAY).fragments().stream().map(f -> f.name()).toList();
    assertThat(parts).hasSizeGreaterThan(2);
    for (String part : parts) {
      Location data = below("/" + part + "/a0.tdb");
      byte[] whole = StoredFiles.content(storage, data);
      isNotVacuumed(
          data, bytes -> Arrays.copyOf(bytes, bytes.length - 1), MaintenanceMode.FRAGMENTS);
      change(data, damaged -> whole);
    }
  }

  @Test
  void metadataStayWhileTheFileThatReplacesThemIsDamaged() {
    copy("made-time/metadata-consolidated");
    String merged = file(".vac").name().replace(".vac", "");
    isNotVacuumed(below("/__meta/" + merged), set(40, 0x55), MaintenanceMode.ARRAY_METADATA);
  }

  /** Another file of metadata, which is whole, in place of the merged one. */
  @Test
  void metadataStayWhileTheFileThatReplacesThemSaysSomethingElse() {
    copy("made-time/metadata-consolidated");
    String merged = file(".vac").name().replace(".vac", "");
    byte[] other = StoredFiles.content(storage, below("/__meta/__20_[^.]*"));
    isNotVacuumed(below("/__meta/" + merged), bytes -> other, MaintenanceMode.ARRAY_METADATA);
  }

  /** In dense arrays nothing repeats the non-empty domain. */
  @Test
  void aDamagedFooterIsNotGathered() {
    copy("made-time/consolidate-sparse-commits");
    Location metadata = file("__fragment_metadata.tdb");
    byte[] whole = StoredFiles.content(storage, metadata);
    int step = FOOTER / TestLayer.cases(FOOTER, 30);
    for (int at = whole.length - FOOTER; at < whole.length; at += step) {
      isNeverFinal(metadata, set(at, whole[at] ^ 1), "and vacuum FRAGMENT_METADATA");
    }
  }

  @Test
  void aDamagedGatheredFooterIsNotGatheredAgain() {
    copy("made-time/fragments-dense");
    consolidate(MaintenanceMode.FRAGMENT_METADATA);
    Location footers = file(".meta");
    byte[] whole = StoredFiles.content(storage, footers);
    int step = Math.max(1, whole.length / TestLayer.cases(500, 4));
    for (int at = 0; at < whole.length; at += step) {
      isNeverFinal(footers, set(at, whole[at] ^ 1), "FRAGMENT_METADATA");
    }
  }

  /**
   * The fragments that were merged are gone, so that nothing else tells of them. Without its first
   * line a list looks as if a merge that was killed before had left the fragment.
   */
  @Test
  void aLostLineOfAListOfFragmentsOfOneSparseMergeIsTold() {
    copy("made-time/consolidate-sparse-commits");
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.maxFragmentSize(500));
    vacuum(MaintenanceMode.FRAGMENTS);
    vacuum(MaintenanceMode.COMMITS);
    List<FragmentInfo> parts = azulejo.open(ARRAY).fragments();
    String last = parts.get(parts.size() - 1).name();
    Location list =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.name().endsWith(".con"))
            .filter(
                file ->
                    new String(StoredFiles.content(storage, file), StandardCharsets.UTF_8)
                        .contains(last))
            .findFirst()
            .orElseThrow();
    byte[] whole = StoredFiles.content(storage, list);
    List<String> lines = new String(whole, StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSizeGreaterThan(3);
    isNeverFinal(list, replaced(lines.get(0) + "\\n", ""));
    isNeverFinal(list, replaced(lines.get(lines.size() - 1) + "\\n", ""));
    for (String line : lines) {
      change(list, replaced(line + "\\n", ""));
      Location folder =
          ARRAY.resolve("__fragments/" + ArrayPaths.stem(ArrayPaths.lastComponent(line)));
      assertThat(problems(Severity.WARNING)).extracting(Problem::location).contains(folder);
      if (!line.equals(lines.get(0))) {
        assertThat(problems(Severity.ERROR)).extracting(Problem::location).contains(list);
        if (!line.contains(last)) { // it has one cell, with the coordinates of the cell before it
          assertThatThrownBy(this::content)
              .isInstanceOf(CorruptDataException.class)
              .hasMessageContaining(list.toString())
              .hasMessageContaining("lines were lost");
        }
      }
      change(list, damaged -> whole);
    }
  }
}
