package io.azulejo.internal.storage;

import io.azulejo.storage.IncompleteUpload;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * A store that forwards operations to another store. Subclasses count, check or restrict some of
 * the operations.
 *
 * <p>Shortcuts are not forwarded, so that they cannot bypass the checks of a subclass. {@link
 * #copy} uses this store's {@link #open}, and {@link #findFile} uses {@link #find}. {@link #tree}
 * and {@link #tryCopy} report that they are not supported.
 *
 * <p>A subclass that overrides {@link #list} must also override {@link #names}. A subclass that
 * overrides {@link #delete(Location)} must also override {@link #delete(List)}.
 */
public abstract class ForwardingStorage implements Storage {
  private final Storage inner;

  /** Creates a store that forwards operations to {@code inner}. */
  protected ForwardingStorage(Storage inner) {
    this.inner = inner;
  }

  /** Returns the store to which operations are forwarded. */
  protected final Storage inner() {
    return inner;
  }

  @Override
  public StorageTraits traits() {
    return inner.traits();
  }

  @Override
  public InputFile open(Location file) {
    return inner.open(file);
  }

  @Override
  public OutputFile create(Location file) {
    return inner.create(file);
  }

  @Override
  public void commit(List<OutputFile> files) {
    inner.commit(files);
  }

  @Override
  public void commit(List<OutputFile> files, Consumer<List<Runnable>> concurrently) {
    inner.commit(files, concurrently);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    inner.createExclusive(file, content);
  }

  @Override
  public List<Entry> list(Location folder) {
    return inner.list(folder);
  }

  @Override
  public List<String> names(Location folder) {
    return inner.names(folder);
  }

  @Override
  public long now() {
    return inner.now();
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    return inner.find(fileOrFolder);
  }

  @Override
  public Location resolveLinks(Location folder) {
    return inner.resolveLinks(folder);
  }

  @Override
  public OptionalLong modified(Location file) {
    return inner.modified(file);
  }

  @Override
  public void delete(Location file) {
    inner.delete(file);
  }

  @Override
  public void delete(List<Location> files) {
    inner.delete(files);
  }

  @Override
  public void deleteFolder(Location folder) {
    inner.deleteFolder(folder);
  }

  @Override
  public void deleteEmptyFolder(Location folder) {
    inner.deleteEmptyFolder(folder);
  }

  @Override
  public List<IncompleteUpload> incompleteUploads(Location folder) {
    return inner.incompleteUploads(folder);
  }

  @Override
  public void abortUpload(IncompleteUpload file) {
    inner.abortUpload(file);
  }

  @Override
  public boolean tryMove(Location fromFolder, Location toFolder) {
    return inner.tryMove(fromFolder, toFolder);
  }
}
