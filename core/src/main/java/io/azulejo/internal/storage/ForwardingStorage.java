package io.azulejo.internal.storage;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.storage.UnfinishedFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A store that passes operations on to another one, to be extended by stores that count, check or
 * restrict some of them. What is a shorter way of another operation is not passed on, so that none
 * goes past a check: {@link #copy} reads by this store's {@link #open}, {@link #findFile} asks its
 * {@link #find}, {@link #tree} and {@link #tryCopy} say that there is no shorter way. A store that
 * changes {@link #list} has to change {@link #names} too, one that changes {@link
 * #delete(Location)} also {@link #delete(List)}.
 */
public abstract class ForwardingStorage implements Storage {
  private final Storage inner;

  /** Passes on to a store. */
  protected ForwardingStorage(Storage inner) {
    this.inner = inner;
  }

  /** The store that operations are passed on to. */
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
  public List<UnfinishedFile> unfinished(Location folder) {
    return inner.unfinished(folder);
  }

  @Override
  public void giveUp(UnfinishedFile file) {
    inner.giveUp(file);
  }

  @Override
  public boolean tryMove(Location fromFolder, Location toFolder) {
    return inner.tryMove(fromFolder, toFolder);
  }
}
