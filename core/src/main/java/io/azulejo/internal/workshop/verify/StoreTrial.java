package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.maintenance.StoreReport;
import io.azulejo.maintenance.StoreReport.Finding;
import io.azulejo.maintenance.StoreReport.Promise;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A test of whether a store keeps the promises of {@link Storage}. It works in a folder with a
 * random name and deletes this folder at the end. A broken promise does not end the test. The test
 * ends early only if the first file cannot be created.
 */
public final class StoreTrial {
  private static final int SMALL = 1000;

  /** Size of a file that is too large for a single upload request (bytes). */
  private static final int LARGE = (9 << 20) + 1;

  private static final int FILES = 16;
  private static final int CREATORS = 8;
  private static final int RACES = 4;
  private static final int READS = 40;

  /** Tolerance for file times (milliseconds), because stores can report whole seconds. */
  private static final long CLOCK_TOLERANCE = 2000;

  private static final List<String> NAMES =
      List.of("with blank", "größe 日本", "%20+&=;,!~'()", "#?[]@$", "-._");

  private final Storage storage;
  private final Tasks tasks;
  private final Location folder;
  private final Random random = new Random(1);
  private final byte[] small = new byte[SMALL];
  private final byte[] large = new byte[LARGE];
  private final List<Finding> findings = new ArrayList<>();

  /** Duration of each call for the current promise (nanoseconds). */
  private final List<Long> times = new ArrayList<>();

  private StoreTrial(Storage storage, Location folder, Tasks tasks) {
    this.storage = storage;
    this.folder = folder;
    this.tasks = tasks;
    random.nextBytes(small);
    random.nextBytes(large);
  }

  /**
   * Tests a store.
   *
   * @param under the folder in which the test folder is created
   * @throws AzulejoException if the first file cannot be created
   */
  public static StoreReport run(Storage storage, Location under, Tasks tasks) {
    Location folder =
        under.resolve("azulejo-trial-" + UUID.randomUUID().toString().replace("-", ""));
    List<Location> absent = absent(storage, under);
    StoreTrial trial = new StoreTrial(storage, folder, tasks);
    long ahead;
    try {
      storage.createExclusive(folder.resolve("first"), trial.small);
      ahead = storage.now() - System.currentTimeMillis();
      trial.all();
    } finally {
      trial.attempt(Promise.REMOVED, trial::removed);
      absent.forEach(storage::deleteEmptyFolder);
    }
    trial.findings.sort((a, b) -> a.promise().compareTo(b.promise()));
    return new VerifyResults.TestedStore(folder, trial.findings, Duration.ofMillis(ahead));
  }

  /** Returns the missing folders that a new file in a folder would create, innermost first. */
  private static List<Location> absent(Storage storage, Location folder) {
    List<Location> absent = new ArrayList<>();
    if (storage.traits().hasFolders()) {
      for (Location place = folder;
          !place.equals(place.parent()) && storage.find(place).isEmpty();
          place = place.parent()) {
        absent.add(place);
      }
    }
    return absent;
  }

  private void all() {
    attempt(Promise.WHOLE, this::whole);
    attempt(Promise.ABORTED, this::abandoned);
    attempt(Promise.LISTED, this::listed);
    attempt(Promise.NAMES, this::names);
    attempt(Promise.TAKEN, this::taken);
    attempt(Promise.RACE, this::race);
    attempt(Promise.RANGES, this::ranges);
    attempt(Promise.END, this::end);
    attempt(Promise.MISSING, this::missing);
    attempt(Promise.COPIED, this::copied);
    attempt(Promise.CLOCK, this::clock);
    attempt(Promise.DELETED, this::deleted);
  }

  /** Tests one promise and records the result, including any violation. */
  private void attempt(Promise promise, Supplier<Optional<String>> check) {
    times.clear();
    Optional<String> broken;
    try {
      broken = check.get();
    } catch (AzulejoException e) {
      broken = Optional.of(String.valueOf(e.getMessage()));
    }
    long[] sorted = times.stream().mapToLong(Long::longValue).sorted().toArray();
    findings.add(
        new VerifyResults.TriedPromise(
            promise,
            broken,
            sorted.length,
            Duration.ofNanos(sorted.length == 0 ? 0 : sorted[(sorted.length - 1) / 2]),
            Duration.ofNanos(sorted.length == 0 ? 0 : sorted[sorted.length - 1])));
  }

  private void timed(Runnable call) {
    long begin = System.nanoTime();
    try {
      call.run();
    } finally {
      times.add(System.nanoTime() - begin);
    }
  }

  private <T> T timed(Supplier<T> call) {
    long begin = System.nanoTime();
    try {
      return call.get();
    } finally {
      times.add(System.nanoTime() - begin);
    }
  }

  private static Optional<String> found(String format, Object... arguments) {
    return Optional.of(format.formatted(arguments));
  }

  private Optional<String> whole() {
    for (int size : new int[] {0, 1, SMALL}) {
      byte[] content = Arrays.copyOf(small, size);
      Location file = folder.resolve("small-" + size);
      timed(() -> storage.createExclusive(file, content));
      Optional<String> other = difference(file, content);
      if (other.isPresent()) {
        return other;
      }
    }
    timed(() -> create("large", large));
    return difference(folder.resolve("large"), large);
  }

  private void create(String name, byte[] content) {
    try (OutputFile file = storage.create(folder.resolve(name))) {
      for (int position = 0; position < content.length; position += 1 << 20) {
        file.write(content, position, Math.min(1 << 20, content.length - position));
      }
      file.commit();
    }
  }

  private Optional<String> difference(Location file, byte[] expected) {
    try (InputFile in = storage.open(file)) {
      long size = in.size();
      if (size != expected.length) {
        return found("%s has %,d bytes instead of %,d", file, size, expected.length);
      }
      byte[] bytes = new byte[expected.length];
      in.read(0, bytes, 0, bytes.length);
      int at = Arrays.mismatch(bytes, expected);
      return at < 0
          ? Optional.empty()
          : found("%s differs from what was written, from byte %,d on", file, at);
    }
  }

  private Optional<String> abandoned() {
    for (int size : new int[] {SMALL, LARGE}) {
      String name = "given-up-" + size;
      timed(
          () -> {
            try (OutputFile file = storage.create(folder.resolve(name))) {
              file.write(large, 0, size);
            }
          });
      if (storage.find(folder.resolve(name)).isPresent() || storage.names(folder).contains(name)) {
        return found("a file of %,d bytes exists that was not committed", size);
      }
    }
    return Optional.empty();
  }

  private Optional<String> listed() {
    Location place = folder.resolve("listed");
    for (int i = 0; i < FILES; i++) {
      String name = "file-" + i;
      storage.createExclusive(place.resolve(name), Arrays.copyOf(small, i));
      List<Storage.Entry> entries = timed(() -> storage.list(place));
      if (!entries.contains(Storage.Entry.file(name, i))) {
        return found("the listing after the creation of %s lacks it", place.resolve(name));
      }
      Optional<FileTree> tree = timed(() -> storage.tree(place, ""));
      if (tree.isPresent()
          && tree.get().files().stream().noneMatch(file -> file.path().equals(name))) {
        return found("the tree after the creation of %s lacks it", place.resolve(name));
      }
    }
    storage.createExclusive(place.resolve("outer/inner/file"), small);
    return timed(() -> storage.list(place)).contains(Storage.Entry.folder("outer"))
        ? Optional.empty()
        : found("the listing of %s lacks the folder outer, which holds only folders", place);
  }

  private Optional<String> names() {
    Location place = folder.resolve("names");
    for (String name : NAMES) {
      byte[] content = Arrays.copyOf(small, name.length());
      timed(() -> storage.createExclusive(place.resolve(name), content));
      if (!storage.names(place).contains(name)) {
        return found("a file named \"%s\" is not listed by this name", name);
      }
      Optional<String> other = difference(place.resolve(name), content);
      if (other.isPresent()) {
        return other;
      }
    }
    return Optional.empty();
  }

  private Optional<String> taken() {
    byte[] others = new byte[SMALL + 1];
    Location file = folder.resolve("taken");
    storage.createExclusive(file, small);
    if (isDone(() -> storage.createExclusive(file, others))) {
      return found("creating %s a second time succeeded, but should be refused", file);
    }
    if (isDone(() -> create("taken", others))) {
      return found("committing %s a second time succeeded, but should be refused", file);
    }
    // Stores send large files in parts, with different requests.
    if (isDone(() -> create("taken", large))) {
      return found(
          "committing a second file of %,d bytes as %s succeeded, but should be refused",
          LARGE, file);
    }
    return difference(file, small);
  }

  /** Returns whether a file was created; false if the name was reported as taken. */
  private boolean isDone(Runnable creation) {
    try {
      timed(creation);
      return true;
    } catch (AlreadyExistsException e) {
      return false;
    }
  }

  private Optional<String> race() {
    for (int round = 0; round < RACES; round++) {
      Location file = folder.resolve("race-" + round);
      // Every other round uses an empty file, because commit files are empty.
      boolean empty = round % 2 == 0;
      List<Integer> creators = IntStream.range(0, CREATORS).boxed().toList();
      List<Integer> winners =
          timed(
              () ->
                  tasks
                      .io(
                          storage.traits().waitingRequests(),
                          creators,
                          creator -> wins(file, contentOf(creator, empty), creator))
                      .stream()
                      .flatMap(Optional::stream)
                      .toList());
      if (winners.size() != 1) {
        return found(
            "%d concurrent creations of %s: %d succeeded (expected 1)",
            CREATORS, file, winners.size());
      }
      Optional<String> other = difference(file, contentOf(winners.get(0), empty));
      if (other.isPresent()) {
        return other;
      }
    }
    return Optional.empty();
  }

  private Optional<Integer> wins(Location file, byte[] content, int creator) {
    try {
      storage.createExclusive(file, content);
      return Optional.of(creator);
    } catch (AlreadyExistsException e) {
      return Optional.empty();
    }
  }

  private static byte[] contentOf(int creator, boolean empty) {
    return empty ? new byte[0] : new byte[] {(byte) creator};
  }

  private Optional<String> ranges() {
    try (InputFile in = storage.open(folder.resolve("large"))) {
      for (int i = 0; i < READS; i++) {
        int length = 1 + random.nextInt(1 << random.nextInt(20));
        int position = random.nextInt(LARGE - length + 1);
        byte[] bytes = new byte[length];
        timed(() -> in.read(position, bytes, 0, length));
        if (!isPart(bytes, position, length)) {
          return found(
              "bytes %,d to %,d differ from what was written", position, position + length);
        }
      }
      byte[] bytes = new byte[30];
      timed(
          () ->
              in.read(
                  List.of(
                      new InputFile.Piece(10, bytes, 0, 10),
                      new InputFile.Piece(1000, bytes, 10, 10),
                      new InputFile.Piece(LARGE - 10L, bytes, 20, 10))));
      if (!isPart(Arrays.copyOf(bytes, 10), 10, 10)
          || !isPart(Arrays.copyOfRange(bytes, 10, 20), 1000, 10)
          || !isPart(Arrays.copyOfRange(bytes, 20, 30), LARGE - 10, 10)) {
        return found("three ranges that were read in one request differ from what was written");
      }
      try {
        in.read(LARGE - 5L, bytes, 0, 10);
        return found("a read beyond the end of the file succeeded");
      } catch (CorruptDataException e) {
        return Optional.empty();
      }
    }
  }

  private boolean isPart(byte[] bytes, int position, int length) {
    return Arrays.equals(bytes, 0, length, large, position, position + length);
  }

  private Optional<String> end() {
    for (int size : new int[] {0, 1, SMALL, LARGE}) {
      byte[] whole = size == LARGE ? large : Arrays.copyOf(small, size);
      String name = size == LARGE ? "large" : "small-" + size;
      for (int wanted : new int[] {1, SMALL, 1 << 16}) {
        byte[] bytes = new byte[wanted];
        long said;
        try (InputFile in = storage.open(folder.resolve(name))) {
          said = timed(() -> in.readEnd(bytes));
        }
        int length = Math.min(wanted, size);
        if (said != size) {
          return found("the store reports %2$,d bytes for a file of %1$,d bytes", size, said);
        }
        if (!Arrays.equals(bytes, 0, length, whole, size - length, size)) {
          return found(
              "the last %,d bytes of a file of %,d bytes differ from what was written",
              wanted, size);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> missing() {
    Location file = folder.resolve("missing");
    if (timed(() -> storage.find(file)).isPresent()
        || timed(() -> storage.findFile(file)).isPresent()) {
      return found("the store finds %s, which was never created", file);
    }
    if (!timed(() -> storage.list(file)).isEmpty()) {
      return found("the store lists something in %s, which was never created", file);
    }
    timed(() -> storage.delete(file));
    return isReadable(file)
        ? found("%s can be read, which was never created", file)
        : Optional.empty();
  }

  private boolean isReadable(Location file) {
    try (InputFile in = storage.open(file)) {
      timed(() -> in.read(0, new byte[1], 0, 1));
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  private Optional<String> copied() {
    Location copy = folder.resolve("copy");
    return timed(() -> storage.tryCopy(folder.resolve("large"), copy))
        ? difference(copy, large)
        : Optional.empty();
  }

  private Optional<String> clock() {
    for (int i = 0; i < 3; i++) {
      Location file = folder.resolve("clock-" + i);
      long before = storage.now() - CLOCK_TOLERANCE;
      storage.createExclusive(file, small);
      OptionalLong modified = timed(() -> storage.modified(file));
      long after = storage.now() + CLOCK_TOLERANCE;
      if (modified.isPresent() && (modified.getAsLong() < before || modified.getAsLong() > after)) {
        return found(
            "the store reports an age of %.1f s for a new file",
            (after - modified.getAsLong()) / 1000.0);
      }
    }
    return Optional.empty();
  }

  private Optional<String> deleted() {
    Location place = folder.resolve("deleted");
    List<Location> files =
        IntStream.range(0, FILES).mapToObj(i -> place.resolve("file-" + i)).toList();
    files.forEach(file -> storage.createExclusive(file, small));
    Location first = files.get(0);
    timed(() -> storage.delete(first));
    if (storage.find(first).isPresent()
        || isReadable(first)
        || storage.names(place).contains(first.name())) {
      return found("%s still exists after it was deleted", first);
    }
    timed(() -> storage.delete(files));
    List<String> left = storage.names(place);
    return left.isEmpty()
        ? Optional.empty()
        : found("%d of %d files are still listed after they were deleted", left.size(), FILES);
  }

  private Optional<String> removed() {
    timed(() -> storage.deleteFolder(folder));
    int left = timed(() -> storage.names(folder)).size();
    return left == 0
        ? Optional.empty()
        : found("%d names are still listed in %s after it was deleted", left, folder);
  }
}
