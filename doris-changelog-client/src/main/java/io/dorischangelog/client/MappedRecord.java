package io.dorischangelog.client;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A record, made through its canonical constructor. */
final class MappedRecord<T> implements MappedClass<T> {

  private final Class<T> type;
  private final Constructor<T> constructor;
  private final List<Property> properties;

  MappedRecord(Class<T> type) {
    this.type = type;
    this.properties =
        Stream.of(type.getRecordComponents())
            .map(component -> new Property(component.getName(), component.getGenericType()))
            .toList();
    try {
      this.constructor =
          type.getDeclaredConstructor(
              Stream.of(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record has its canonical constructor", e);
    }
    MappedClass.open(type, constructor);
  }

  @Override
  public List<Property> properties() {
    return properties;
  }

  @Override
  public T make(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw MappedClass.thrown(type, e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the constructor was opened before", e);
    }
  }
}
