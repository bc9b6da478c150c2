package io.azulejo;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What users may build on, as lines of text: each visible type of the exported packages, and below
 * it, indented, its enum constants (in one line) and its visible members.
 */
final class PublicApi {
  private PublicApi() {}

  /** The lines, sorted by types. */
  static List<String> lines() throws Exception {
    Path classes =
        Path.of(Azulejo.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> exported =
        ModuleFinder.of(classes).findAll().iterator().next().descriptor().exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    List<String> lines = new ArrayList<>();
    for (String name : names(classes)) {
      int dot = name.lastIndexOf('.');
      if (dot > 0 && exported.contains(name.substring(0, dot)) && !name.endsWith("-info")) {
        Class<?> type = Class.forName(name, false, PublicApi.class.getClassLoader());
        if (isVisible(type)) {
          describe(type, lines);
        }
      }
    }
    return lines;
  }

  private static List<String> names(Path classes) throws Exception {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .toList();
    }
  }

  private static boolean isVisible(Class<?> type) {
    for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
      if (!isVisible(outer.getModifiers()) || outer.isAnonymousClass() || outer.isLocalClass()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static void describe(Class<?> type, List<String> lines) {
    // Newer JDKs say of a type that it is sealed, older ones do not.
    StringBuilder head = new StringBuilder(type.toGenericString().replace("sealed ", ""));
    if (type.isSealed()) {
      head.insert("public ".length(), "sealed ");
    }
    if (type.getGenericSuperclass() != null && type.getSuperclass() != Object.class) {
      head.append(" extends ").append(type.getGenericSuperclass().getTypeName());
    }
    if (type.getGenericInterfaces().length > 0) {
      head.append(
          Stream.of(type.getGenericInterfaces())
              .map(java.lang.reflect.Type::getTypeName)
              .collect(
                  Collectors.joining(", ", type.isInterface() ? " extends " : " implements ", "")));
    }
    lines.add(head.toString());
    if (type.isEnum()) {
      lines.add(
          Arrays.stream(type.getEnumConstants())
              .map(constant -> ((Enum<?>) constant).name())
              .collect(Collectors.joining(", ", "  ", "")));
    }
    List<Member> members = new ArrayList<>();
    members.addAll(List.of(type.getDeclaredFields()));
    members.addAll(List.of(type.getDeclaredConstructors()));
    members.addAll(List.of(type.getDeclaredMethods()));
    String prefix = type.getName() + ".";
    members.stream()
        .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
        .filter(member -> !(member instanceof Field field && field.isEnumConstant()))
        .map(PublicApi::signature)
        .map(signature -> "  " + signature.replace(prefix, ""))
        .sorted()
        .forEach(lines::add);
  }

  private static String signature(Member member) {
    if (member instanceof Field field) {
      return field.toGenericString();
    }
    Executable executable = member instanceof Method method ? method : (Constructor<?>) member;
    return executable.toGenericString();
  }
}
