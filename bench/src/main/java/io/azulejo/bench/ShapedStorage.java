package io.azulejo.bench;

import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A store that serves the files of another store like an object store. Names are not grouped in
 * folders, listings are paged, and requests are counted. Requests can have the latency and
 * bandwidth of a network.
 */
public final class ShapedStorage implements Storage {
  /** The kinds of requests to an object store. */
  public enum Request {
    /** Reads an object or part of it. */
    GET,
    /** Reads the size of an object. */
    HEAD,
    /** Lists one page of names. */
    LIST,
    /** Creates an object. */
    PUT,
    /** Copies an object. */
    COPY,
    /** Deletes one or more objects. */
    DELETE
  }

  /** Maximum number of names in a page of a listing or in a delete request. */
  private static final int PAGE = 1000;

  private final Storage inner;
  private final StorageTraits traits;
  private final long latencyNanos;
  private final double nanosPerByte;
  private final Map<Request, Integer> requests = new EnumMap<>(Request.class);
  private final AtomicInteger underway = new AtomicInteger();
  private final AtomicInteger maxConcurrent = new AtomicInteger();
  private long bytesRead;

  private ShapedStorage(
      Storage inner, StorageTraits traits, long latencyNanos, double nanosPerByte) {
    this.inner = inner;
    this.traits = traits;
    this.latencyNanos = latencyNanos;
    this.nanosPerByte = nanosPerByte;
  }

  /** Returns a store that counts requests and adds no delays. */
  public static ShapedStorage counting(Storage inner) {
    return new ShapedStorage(inner, inner.traits().withReadsFast(false), 0, 0);
  }

  /**
   * Returns a store that responds as if it were behind a network.
   *
   * @param inner the store that holds the files
   * @param traits the traits to report
   * @param latency the latency of each request
   * @param bytesPerSecond the bandwidth of one connection in bytes per second
   */
  public static ShapedStorage slow(
      Storage inner, StorageTraits traits, Duration latency, double bytesPerSecond) {
    double nanosPerByte = TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    return new ShapedStorage(inner, traits, latency.toNanos(), nanosPerByte);
  }

  /**
   * Returns the number of requests of each kind since the last {@link #forget}. Kinds without
   * requests are absent.
   */
  public synchronized Map<Request, Integer> requests() {
    return new EnumMap<>(requests);
  }

  /** Returns the total number of requests since the last {@link #forget}. */
  public synchronized int count() {
    return requests.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the number of bytes in GET responses since the last {@link #forget}. */
  public synchronized long bytesRead() {
    return bytesRead;
  }

  /** Returns the maximum number of concurrent requests since the last {@link #forget}. */
  public int maxConcurrent() {
    return maxConcurrent.get();
  }

  /** Resets all counts. */
  public synchronized void forget() {
    requests.clear();
    bytesRead = 0;
    maxConcurrent.set(0);
  }

  private void ask(Request request, long bytes) {
    synchronized (this) {
      requests.merge(request, 1, Integer::sum);
      bytesRead += request == Request.GET ? bytes : 0;
    }
    maxConcurrent.accumulateAndGet(underway.incrementAndGet(), Math::max);
    long until = System.nanoTime() + latencyNanos + (long) (bytes * nanosPerByte);
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    underway.decrementAndGet();
  }

  private void ask(Request request) {
    ask(request, 0);
  }

  /** Performs one request for each page of names, and at least one. */
  private void askPages(Request request, int names) {
    for (int page = 0; page <= Math.max(0, names - 1) / PAGE; page++) {
      ask(request);
    }
  }

  @Override
  public StorageTraits traits() {
    return traits;
  }

  @Override
  public InputFile open(Location file) {
    return new Input(file);
  }

  @Override
  public OutputFile create(Location file) {
    return new Output(inner.create(file));
  }

  @Override
  public void commit(List<OutputFile> files) {
    files.parallelStream().forEach(OutputFile::commit);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    ask(Request.PUT, content.length);
    inner.createExclusive(file, content);
  }

  @Override
  public List<Entry> list(Location folder) {
    List<Entry> entries = inner.list(folder);
    askPages(Request.LIST, entries.size());
    return entries;
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    ask(Request.LIST);
    List<FileTree.File> files = new ArrayList<>();
    collect(folder, "", files);
    files.removeIf(file -> BY_BYTES.compare(file.path(), after) <= 0);
    files.sort(Comparator.comparing(FileTree.File::path, BY_BYTES));
    boolean whole = files.size() <= PAGE;
    return Optional.of(FileTree.of(whole ? files : files.subList(0, PAGE), whole));
  }

  private static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private void collect(Location folder, String path, List<FileTree.File> files) {
    for (Entry entry : inner.list(folder)) {
      Location place = folder.resolve(entry.name());
      if (entry.folder()) {
        collect(place, path + entry.name() + "/", files);
      } else {
        files.add(FileTree.File.of(path + entry.name(), entry.size(), inner.modified(place)));
      }
    }
  }

  @Override
  public boolean tryCopy(Location from, Location to) {
    ask(Request.COPY);
    try (OutputFile copy = inner.create(to)) {
      inner.copy(from, copy);
      copy.commit();
    }
    return true;
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    ask(Request.HEAD);
    Optional<Entry> found = inner.find(fileOrFolder);
    if (found.isEmpty() || found.get().folder()) {
      ask(Request.LIST);
    }
    return found;
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    ask(Request.HEAD);
    return inner.find(file).filter(entry -> !entry.folder());
  }

  @Override
  public OptionalLong modified(Location file) {
    ask(Request.HEAD);
    return inner.modified(file);
  }

  @Override
  public void delete(Location file) {
    ask(Request.DELETE);
    inner.delete(file);
  }

  @Override
  public void delete(List<Location> files) {
    if (!files.isEmpty()) {
      askPages(Request.DELETE, files.size());
      inner.delete(files);
    }
  }

  @Override
  public void deleteFolder(Location folder) {
    List<FileTree.File> files = new ArrayList<>();
    collect(folder, "", files);
    askPages(Request.LIST, files.size());
    if (!files.isEmpty()) {
      askPages(Request.DELETE, files.size());
    }
    inner.deleteFolder(folder);
  }

  private final class Input implements InputFile {
    private final Location location;
    private final InputFile file;
    private volatile boolean knowsSize;

    Input(Location location) {
      this.location = location;
      this.file = inner.open(location);
    }

    @Override
    public Location location() {
      return location;
    }

    @Override
    public long size() {
      if (!knowsSize) {
        ask(Request.HEAD);
        knowsSize = true;
      }
      return file.size();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) {
      ask(Request.GET, length);
      knowsSize = true;
      file.read(position, target, offset, length);
    }

    @Override
    public void read(List<Piece> pieces) {
      Piece last = pieces.get(pieces.size() - 1);
      ask(Request.GET, last.position() + last.length() - pieces.get(0).position());
      knowsSize = true;
      file.read(pieces);
    }

    @Override
    public long readEnd(byte[] target) {
      ask(Request.GET, Math.min(file.size(), target.length));
      knowsSize = true;
      return file.readEnd(target);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  private final class Output implements OutputFile {
    private final OutputFile file;

    Output(OutputFile file) {
      this.file = file;
    }

    @Override
    public Location location() {
      return file.location();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      file.write(source, offset, length);
    }

    @Override
    public void commit() {
      ask(Request.PUT, size());
      file.commit();
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
