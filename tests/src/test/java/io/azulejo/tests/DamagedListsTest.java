package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Damages the small files that say what counts: lists of commits, of what is taken back and of what
 * is replaced, names of files that commit, members of groups, metadata, gathered footers. A read is
 * exact then, or an error; and no act of maintenance takes a byte of what was read before. What
 * cannot be told from what was never there is in docs/verifying.md, and is counted here.
 *
 * <p>The long run: {@code mvn verify -Dgroups=slow -DexcludedGroups= -Dtest=DamagedListsTest
 * -Dsurefire.failIfNoSpecifiedTests=false}; no more than N cases, of any: {@code
 * -Dazulejo.cases=N}; another seed: {@code -Dazulejo.seed=N}.
 */
class DamagedListsTest {
  private static final int SHOWN = 25;

  /** How many bytes are overwritten together. */
  private static final int STRETCH = 8;

  private static final Location ARRAY = Location.of("mem://damaged/array");

  private static final Pattern NAMES_OF_COMMITS =
      Pattern.compile(".*\\.(wrt|ok|con|ign|vac|del|upd)");

  private static final Pattern FILES =
      Pattern.compile(".*(\\.(con|ign|vac|meta)|/__meta/[^/]*|/__group/[^/]*)");

  private final long seed = Long.getLong("azulejo.seed", 20_261_122L);
  private final Random random = new Random(seed);
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, int[]> counts = new TreeMap<>();
  private long filesRead;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aReadOfDamagedListsIsExactOrAnError() {
    sweep(CorpusFolder.bundledSelection(), TestLayer.cases(4_000, 600));
  }

  @Test
  @Tag("slow")
  @Timeout(value = 120, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aReadOfListsWithAnyByteDamagedIsExactOrAnError() {
    sweep(CorpusFolder.find(), Integer.getInteger("azulejo.cases", Integer.MAX_VALUE));
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void noDamageOfListsMakesMaintenanceDeleteWhatWasRead() {
    maintain(CorpusFolder.bundledSelection(), TestLayer.cases(300, 60));
  }

  @Test
  @Tag("slow")
  @Timeout(value = 120, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void noDamageOfAnyByteOfListsMakesMaintenanceDeleteWhatWasRead() {
    maintain(CorpusFolder.find(), Integer.getInteger("azulejo.cases", 40_000));
  }

  /**
   * Something else in place of a file.
   *
   * @param path the file
   * @param instead where the other one is
   * @param bytes its bytes; null where there is none
   * @param kind what was done: "flipped", "cut", "doubled", "emptied", "deleted", "renamed",
   *     "overwritten", "redigited", "shortened"
   */
  private record Damaged(
      HostileArray array, String path, String instead, byte[] bytes, String kind) {
    String about() {
      return "%s: %s %s%s"
          .formatted(
              array.name(),
              path,
              kind,
              kind.equals("renamed")
                  ? " " + instead.substring(instead.lastIndexOf('/') + 1)
                  : bytes == null ? "" : ", " + bytes.length + " bytes");
    }
  }

  private void sweep(CorpusFolder corpus, int most) {
    System.out.println("damaged lists: -Dazulejo.seed=" + seed);
    int turn = 0;
    for (Damaged damaged : damages(corpus, most)) {
      HostileArray.Outcome outcome =
          damaged.array().tryWith(damaged.path(), damaged.instead(), damaged.bytes(), turn++);
      int[] of = counts.computeIfAbsent(what(damaged), k -> new int[4]);
      switch (outcome.kind()) {
        case REFUSED -> of[0]++;
        case SAME -> of[1]++;
        case OTHER -> {
          of[2]++;
          if (!cannotBeTold(damaged)) {
            wrong.add(damaged.about() + ": gives other rows, and nobody is told");
          }
        }
        case MISTAKE -> {
          of[3]++;
          wrong.add(damaged.about() + ": " + outcome.what());
        }
      }
    }
    int[] total = report("refused", "exact", "untold", "wrong");
    assertThat(total[0]).as("damage that is refused").isGreaterThan(turn / 20);
    assertThat(total[1]).as("damage that changes nothing").isPositive();
  }

  /**
   * Whether nothing that is left tells of the damage: a file that is gone; lines at the end that
   * are gone whole, of the same times as those that stay.
   */
  private static boolean cannotBeTold(Damaged damaged) {
    boolean lines =
        damaged.kind().equals("cut")
            && damaged.bytes().length > 0
            && damaged.bytes()[damaged.bytes().length - 1] == '\n';
    return damaged.kind().equals("deleted") || lines;
  }

  private static String what(Damaged damaged) {
    String name = damaged.path().substring(damaged.path().lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    String file =
        damaged.path().contains("__group/")
            ? "group"
            : damaged.path().contains("__meta/")
                ? "metadata" + (dot < 0 ? "" : name.substring(dot))
                : name.substring(dot);
    return file + " " + damaged.kind();
  }

  /** All damages, or some of them. */
  private List<Damaged> damages(CorpusFolder corpus, int most) {
    List<List<Damaged>> all = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      HostileArray.of(expectation).ifPresent(array -> all.add(damages(array)));
    }
    List<Damaged> chosen = new ArrayList<>();
    all.forEach(chosen::addAll);
    assertThat(chosen).hasSizeGreaterThan(1_000);
    if (chosen.size() > most) {
      Collections.shuffle(chosen, random);
      return chosen.subList(0, most);
    }
    return chosen;
  }

  private List<Damaged> damages(HostileArray array) {
    List<Damaged> damages = new ArrayList<>();
    for (String path : new TreeSet<>(array.allPaths())) {
      if (NAMES_OF_COMMITS.matcher(path).matches() || path.contains("/__group/")) {
        renamed(
            path,
            instead ->
                damages.add(new Damaged(array, path, instead, array.bytes(path), "renamed")));
        damages.add(new Damaged(array, path, path, null, "deleted"));
      }
      byte[] whole = array.bytes(path);
      if (!FILES.matcher(path).matches() || whole.length == 0 || whole.length > 4096) {
        continue;
      }
      Consumer<Damaged> add = damages::add;
      for (int i = 0; i < whole.length; i++) {
        for (int bit = 0; bit < 8; bit++) {
          byte[] flipped = whole.clone();
          flipped[i] ^= (byte) (1 << bit);
          add.accept(new Damaged(array, path, path, flipped, "flipped"));
        }
        add.accept(
            new Damaged(array, path, path, Arrays.copyOf(whole, i), i == 0 ? "emptied" : "cut"));
        byte[] doubled = new byte[whole.length + 1];
        System.arraycopy(whole, 0, doubled, 0, i + 1);
        System.arraycopy(whole, i, doubled, i + 1, whole.length - i);
        add.accept(new Damaged(array, path, path, doubled, "doubled"));
        stretches(whole, i)
            .forEach((kind, bytes) -> add.accept(new Damaged(array, path, path, bytes, kind)));
      }
      byte[] twice = Arrays.copyOf(whole, 2 * whole.length);
      System.arraycopy(whole, 0, twice, whole.length, whole.length);
      add.accept(new Damaged(array, path, path, twice, "doubled"));
    }
    return damages;
  }

  /** Eight bytes that became others, digits that became other digits, and two that are gone. */
  private Map<String, byte[]> stretches(byte[] whole, int from) {
    Map<String, byte[]> damaged = new TreeMap<>();
    byte[] others = whole.clone();
    byte[] digits = whole.clone();
    for (int i = from; i < Math.min(from + STRETCH, whole.length); i++) {
      others[i] = (byte) random.nextInt(256);
      digits[i] =
          Character.digit(whole[i], 16) < 0
              ? whole[i]
              : (byte) Character.forDigit(random.nextInt(16), 16);
    }
    damaged.put("overwritten", others);
    damaged.put("redigited", digits);
    if (from + 2 <= whole.length) {
      byte[] shorter = Arrays.copyOf(whole, whole.length - 2);
      System.arraycopy(whole, from + 2, shorter, from, shorter.length - from);
      damaged.put("shortened", shorter);
    }
    return damaged;
  }

  /** Every bit of every character of a name, but what would be a path. */
  private static void renamed(String path, Consumer<String> add) {
    for (int i = path.lastIndexOf('/') + 1; i < path.length(); i++) {
      for (int bit = 0; bit < 8; bit++) {
        char other = (char) (path.charAt(i) ^ 1 << bit);
        if (other > ' ' && other != '/') {
          add.accept(path.substring(0, i) + other + path.substring(i + 1));
        }
      }
    }
  }

  /** One thing that users do with arrays that they do not look at. */
  private interface Act {
    void on(Azulejo azulejo);
  }

  private void maintain(CorpusFolder corpus, int most) {
    Map<String, Act> acts = new TreeMap<>();
    acts.put(
        "gc", engine -> engine.maintenance(ARRAY).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO)));
    acts.put(
        "repair",
        engine -> engine.maintenance(ARRAY).repair(RepairRequest.DEFAULT.olderThan(Duration.ZERO)));
    for (MaintenanceMode mode : MaintenanceMode.values()) {
      acts.put(
          "vacuum " + mode,
          engine -> engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode)));
      acts.put(
          "consolidate " + mode,
          engine -> engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode)));
    }
    List<Damaged> damages = damages(corpus, most);
    for (Damaged damaged : damages) {
      acts.forEach((name, act) -> maintain(damaged, name, act));
    }
    int[] total = report("done", "refused", "-", "wrong");
    assertThat(total[0]).as("acts that are done").isPositive();
    assertThat(total[1]).as("acts that are refused").isPositive();
    assertThat(filesRead).as("files that must stay").isGreaterThan(damages.size());
  }

  private void maintain(Damaged damaged, String name, Act act) {
    Storage storage = Storage.inMemory();
    damaged.array().copyTo(storage, ARRAY);
    int[] of = counts.computeIfAbsent(name, k -> new int[4]);
    try (Azulejo azulejo = TestArrays.engine(storage)) {
      List<Location> read = filesRead(azulejo, storage, damaged.array().openOptions());
      Location file = ARRAY.resolve(damaged.array().below(damaged.path()));
      storage.delete(file);
      if (damaged.bytes() != null) {
        storage.createExclusive(
            ARRAY.resolve(damaged.array().below(damaged.instead())), damaged.bytes());
      }
      try {
        act.on(damaged.array().keyed(azulejo, ARRAY));
        of[0]++;
      } catch (AzulejoException e) {
        of[1]++;
      }
      filesRead += read.size();
      for (Location needed : read) {
        if (storage.find(needed).isEmpty()) {
          of[3]++;
          wrong.add("%s, then %s: deletes %s".formatted(damaged.about(), name, needed));
          return;
        }
      }
    }
  }

  /** The files of the fragments that a read looks at. */
  private static List<Location> filesRead(Azulejo azulejo, Storage storage, OpenOptions options) {
    List<Location> files = new ArrayList<>();
    if (azulejo.catalog().type(ARRAY) != ObjectType.ARRAY) {
      return files;
    }
    for (FragmentInfo fragment : azulejo.open(ARRAY, options).fragments()) {
      for (Location folder :
          List.of(
              ARRAY.resolve(fragment.name()), ARRAY.resolve("__fragments/" + fragment.name()))) {
        storage.names(folder).forEach(name -> files.add(folder.resolve(name)));
      }
    }
    return files;
  }

  private int[] report(String... columns) {
    System.out.printf(
        "%-22s %9s %9s %9s %9s%n", "damaged", columns[0], columns[1], columns[2], columns[3]);
    int[] total = new int[4];
    counts.forEach(
        (kind, n) -> {
          System.out.printf("%-22s %9d %9d %9d %9d%n", kind, n[0], n[1], n[2], n[3]);
          Arrays.setAll(total, i -> total[i] + n[i]);
        });
    System.out.printf("%-22s %9d %9d %9d %9d%n", "all", total[0], total[1], total[2], total[3]);
    wrong.stream().limit(SHOWN).forEach(System.out::println);
    assertThat(wrong.size()).as("what is wrong, which is listed above").isZero();
    return total;
  }
}
