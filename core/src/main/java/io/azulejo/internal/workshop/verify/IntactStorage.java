package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A read-only view of a store that hides damaged files, so that the engine can read the rest. */
final class IntactStorage extends ForwardingStorage {
  private final Set<Location> hidden = ConcurrentHashMap.newKeySet();

  IntactStorage(Storage inner) {
    super(inner);
  }

  /** Hides a file or folder from now on. */
  void hide(Location broken) {
    hidden.add(broken);
  }

  boolean isHidden(Location place) {
    return hidden.contains(place);
  }

  @Override
  public List<Entry> list(Location folder) {
    if (hidden.contains(folder)) {
      return List.of();
    }
    List<Entry> entries = inner().list(folder);
    return hidden.isEmpty()
        ? entries
        : entries.stream().filter(e -> !hidden.contains(folder.resolve(e.name()))).toList();
  }

  @Override
  public List<String> names(Location folder) {
    if (hidden.contains(folder)) {
      return List.of();
    }
    List<String> names = inner().names(folder);
    return hidden.isEmpty()
        ? names
        : names.stream().filter(name -> !hidden.contains(folder.resolve(name))).toList();
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    return hidden.contains(fileOrFolder) ? Optional.empty() : inner().find(fileOrFolder);
  }

  @Override
  public OutputFile create(Location file) {
    throw new UnsupportedOperationException("a verification writes nothing");
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    throw new UnsupportedOperationException("a verification writes nothing");
  }

  @Override
  public void delete(Location file) {
    throw new UnsupportedOperationException("a verification deletes nothing");
  }

  @Override
  public void delete(List<Location> files) {
    throw new UnsupportedOperationException("a verification deletes nothing");
  }

  @Override
  public void deleteFolder(Location folder) {
    throw new UnsupportedOperationException("a verification deletes nothing");
  }

  @Override
  public void deleteEmptyFolder(Location folder) {
    throw new UnsupportedOperationException("a verification deletes nothing");
  }

  @Override
  public boolean tryMove(Location fromFolder, Location toFolder) {
    throw new UnsupportedOperationException("a verification moves nothing");
  }
}
