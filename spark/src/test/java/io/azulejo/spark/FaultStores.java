package io.azulejo.spark;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import io.azulejo.testkit.StoredFiles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * The store of {@code fault:} for all engines of the process: the one that a test has put there.
 */
public final class FaultStores implements StorageProvider {
  private static volatile Storage current = Storage.inMemory();

  /** Made by the engine. */
  public FaultStores() {}

  /**
   * What is the store from now on. Engines remember files by their places, so these have to be new
   * ones.
   */
  static void use(Storage storage) {
    current = storage;
  }

  /** A store in memory that moves folders, as disks do. */
  static Storage moving() {
    Storage memory = Storage.inMemory();
    return forwarding(
        (method, args) -> {
          if (!method.getName().equals("tryMove")) {
            return method.invoke(memory, args);
          }
          Location from = (Location) args[0];
          for (Location file : StoredFiles.below(memory, from)) {
            String path = file.path().substring(from.path().length() + 1);
            memory.createExclusive(
                ((Location) args[1]).resolve(path), StoredFiles.content(memory, file));
          }
          memory.deleteFolder(from);
          return true;
        });
  }

  private interface Forward {
    Object call(Method method, Object[] args) throws ReflectiveOperationException;
  }

  private static Storage forwarding(Forward forward) {
    return (Storage)
        Proxy.newProxyInstance(
            FaultStores.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, args) -> {
              try {
                return forward.call(method, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("fault");
  }

  @Override
  public Storage storage(String scheme, Context context) {
    return forwarding((method, args) -> method.invoke(current, args));
  }
}
