package io.azulejo.testkit;

import io.azulejo.Azulejo;
import io.azulejo.internal.snapshot.Resources;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Gives tests access to the amount of memory that an engine has reserved. */
public final class Leases {
  private Leases() {}

  /** Returns the number of bytes reserved by work in progress; 0 if there is none. */
  public static long held(Azulejo engine) {
    try {
      Field field = Azulejo.class.getDeclaredField("engine");
      field.setAccessible(true);
      Object inside = field.get(engine);
      Method resources = inside.getClass().getDeclaredMethod("resources");
      resources.setAccessible(true);
      return ((Resources) resources.invoke(inside)).budget().used();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("the engine's internals have changed", e);
    }
  }
}
