package io.azulejo.tests;

import io.azulejo.storage.Storage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.IntPredicate;

/** Does something else right before certain operations of a store. */
final class Meanwhile {
  private final Storage inner;
  private final IntPredicate when;
  private final Runnable act;
  private int operations;

  private Meanwhile(Storage inner, IntPredicate when, Runnable act) {
    this.inner = inner;
    this.when = when;
    this.act = act;
  }

  /**
   * A store.
   *
   * @param operation the number of the operation, from 0 on
   * @param act what is done before it, by other means
   */
  static Meanwhile before(Storage inner, int operation, Runnable act) {
    return new Meanwhile(inner, number -> number == operation, act);
  }

  /**
   * A store.
   *
   * @param operation the number of an operation, from 0 on
   * @param act what is done before it and before each that follows, by other means
   */
  static Meanwhile from(Storage inner, int operation, Runnable act) {
    return new Meanwhile(inner, number -> number >= operation, act);
  }

  /** How many operations there were. */
  int operations() {
    return operations;
  }

  /** The store to be used, by one thread. */
  Storage storage() {
    return (Storage)
        Proxy.newProxyInstance(
            Meanwhile.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (when.test(operations++)) {
                act.run();
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
