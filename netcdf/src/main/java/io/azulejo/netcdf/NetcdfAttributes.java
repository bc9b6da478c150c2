package io.azulejo.netcdf;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a file says of itself or of a variable: names, each with a text or with numbers. */
public final class NetcdfAttributes {
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, List<Number>> numbers = new LinkedHashMap<>();

  NetcdfAttributes() {}

  void put(String name, String text) {
    texts.put(name, text);
  }

  void put(String name, List<Number> values) {
    numbers.put(name, List.copyOf(values));
  }

  /** The attributes that are texts. */
  public Map<String, String> texts() {
    return Map.copyOf(texts);
  }

  /**
   * The attributes that are numbers, which are Long, Float or Double; those of 64 bits as they are.
   */
  public Map<String, List<Number>> numbers() {
    return Map.copyOf(numbers);
  }

  /** An attribute that is a text. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  /** An attribute that is one number, or begins with it. */
  public Optional<Number> number(String name) {
    List<Number> values = numbers.getOrDefault(name, List.of());
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
  }

  /** The names of all. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(texts.keySet());
    names.addAll(numbers.keySet());
    return names;
  }
}
