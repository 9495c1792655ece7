package io.dorischangelog.client;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A class with a constructor without arguments and public setters. */
final class MappedBean<T> implements MappedClass<T> {

  private static final String SET = "set";

  private final Class<T> type;
  private final Constructor<T> constructor;
  private final List<Method> setters;
  private final List<Property> properties;

  MappedBean(Class<T> type) {
    this.type = type;
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      throw new IllegalArgumentException(
          type.getName() + " has no objects of its own: give a record or a bean class");
    }
    try {
      this.constructor = type.getDeclaredConstructor();
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(
          type.getName() + " is no record and has no constructor without arguments", e);
    }
    MappedClass.open(type, constructor);
    this.setters = setters(type);
    this.properties =
        setters.stream()
            .map(setter -> new Property(property(setter), setter.getGenericParameterTypes()[0]))
            .toList();
  }

  private static List<Method> setters(Class<?> type) {
    List<Method> setters =
        Stream.of(type.getMethods())
            .filter(MappedBean::isSetter)
            .sorted(Comparator.comparing(Method::getName))
            .toList();
    if (setters.isEmpty()) {
      throw new IllegalArgumentException(type.getName() + " is no record and has no public setter");
    }
    Set<String> names = new HashSet<>();
    for (Method setter : setters) {
      if (!names.add(setter.getName())) {
        throw new IllegalArgumentException(
            type.getName()
                + " has more than one "
                + setter.getName()
                + ": which to use is unclear");
      }
      MappedClass.open(type, setter);
    }
    return new ArrayList<>(setters);
  }

  private static boolean isSetter(Method method) {
    return method.getName().length() > SET.length()
        && method.getName().startsWith(SET)
        && method.getParameterCount() == 1
        && !method.isBridge()
        && !Modifier.isStatic(method.getModifiers());
  }

  private static String property(Method setter) {
    String name = setter.getName().substring(SET.length());
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  @Override
  public List<Property> properties() {
    return properties;
  }

  @Override
  public T make(@Nullable Object[] values) {
    try {
      T bean = constructor.newInstance();
      for (int i = 0; i < values.length; i++) {
        setters.get(i).invoke(bean, values[i]);
      }
      return bean;
    } catch (InvocationTargetException e) {
      throw MappedClass.thrown(type, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(type.getName() + " cannot be made: " + e.getMessage(), e);
    }
  }
}
