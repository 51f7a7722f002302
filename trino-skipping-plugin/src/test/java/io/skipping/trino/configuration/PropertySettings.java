// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.configuration;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.airlift.configuration.ConfigurationMetadata;
import io.airlift.configuration.ConfigurationMetadata.AttributeMetadata;
import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.partitioner.kafka.LayoutPartitionerConfig;
import io.trino.spi.session.PropertyMetadata;
import jakarta.validation.constraints.NotNull;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;

/** Settings that are properties of something: a catalog, a session, a job, a producer. */
final class PropertySettings {
    private PropertySettings() {}

    /** Of a class with {@code @Config}, in the order of its setters. */
    static List<Setting> ofConfig(Class<?> config) {
        Collection<AttributeMetadata> attributes = ConfigurationMetadata.getValidConfigurationMetadata(config)
                .getAttributes()
                .values();
        List<String> order = Stream.of(config.getDeclaredFields())
                .map(field -> field.getName().toLowerCase(Locale.ENGLISH))
                .collect(toImmutableList());
        return attributes.stream()
                .filter(attribute -> !attribute.isHidden())
                .sorted((one, other) -> Integer.compare(place(order, one), place(order, other)))
                .map(attribute -> ofAttribute(config, attribute))
                .collect(toImmutableList());
    }

    /** Reflection gives methods in no order; fields stand as they were written, and are named as the attributes are. */
    private static int place(List<String> fields, AttributeMetadata attribute) {
        int place = fields.indexOf(attribute.getName().toLowerCase(Locale.ENGLISH));
        if (place < 0) {
            throw new IllegalArgumentException("No field has the name of " + attribute.getName());
        }
        return place;
    }

    private static Setting ofAttribute(Class<?> config, AttributeMetadata attribute) {
        Method getter = attribute.getGetter();
        Object value;
        try {
            value = getter.invoke(config.getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        boolean required = value == null && getter.isAnnotationPresent(NotNull.class);
        String description = attribute.getDescription();
        if (description != null && attribute.isSecuritySensitive()) {
            description += ". A secret: `${ENV:NAME}` takes it from the environment";
        }
        return new Setting(
                attribute.getInjectionPoint().getProperty(),
                type(getter.getGenericReturnType()),
                required ? Setting.REQUIRED : written(value),
                description);
    }

    static List<Setting> ofSession(Collection<PropertyMetadata<?>> properties) {
        return properties.stream()
                .filter(property -> !property.isHidden())
                .map(property -> new Setting(
                        property.getName(),
                        type(property.getJavaType()),
                        written(property.getDefaultValue()),
                        property.getDescription()))
                .collect(toImmutableList());
    }

    static List<Setting> ofCommitter() {
        return CommitterOptions.described().stream()
                .map(option -> new Setting(option.name(), "", option.defaultValue(), option.description()))
                .collect(toImmutableList());
    }

    static List<Setting> ofKafka() {
        return LayoutPartitionerConfig.DEFINITION.configKeys().values().stream()
                .map(key -> new Setting(
                        key.name,
                        type(key.type),
                        key.defaultValue == ConfigDef.NO_DEFAULT_VALUE ? Setting.REQUIRED : written(key.defaultValue),
                        key.documentation))
                .collect(toImmutableList());
    }

    private static String type(ConfigDef.Type type) {
        return switch (type) {
            case BOOLEAN -> "boolean";
            case INT, LONG -> "integer";
            case STRING -> "text";
            case CLASS -> "class";
            default -> throw new IllegalArgumentException("No word for " + type);
        };
    }

    private static String type(Type type) {
        if (type instanceof ParameterizedType generic) {
            String element = type(generic.getActualTypeArguments()[0]);
            return generic.getRawType() == Optional.class ? element : "list of %ss".formatted(element);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return ImmutableList.copyOf(plain.getEnumConstants()).stream()
                    .map(PropertySettings::written)
                    .map("`%s`"::formatted)
                    .collect(Collectors.joining(" or "));
        }
        return switch (plain.getSimpleName().toLowerCase(Locale.ENGLISH)) {
            case "string" -> "text";
            case "int", "integer", "long" -> "integer";
            case "double" -> "number";
            case "boolean" -> "boolean";
            case "duration" -> "duration";
            case "datasize" -> "data size";
            default -> {
                if (plain == Path.class || plain == URI.class) {
                    yield plain == Path.class ? "path" : "URI";
                }
                throw new IllegalArgumentException("No word for " + plain);
            }
        };
    }

    /** A value as users write it: {@code 2s}, not {@code 2.00s}. */
    private static String written(Object value) {
        return switch (value) {
            case null -> "";
            case Optional<?> optional -> optional.map(PropertySettings::written).orElse("");
            case Collection<?> list ->
                list.stream().map(PropertySettings::written).collect(Collectors.joining(","));
            case Duration duration -> duration.toString().replaceFirst("\\.00(?=[a-z])", "");
            case DataSize size -> size.toString();
            case Double number when number == Math.rint(number) -> String.valueOf(number.longValue());
            case Enum<?> word -> word.name().toLowerCase(Locale.ENGLISH).replace('_', '-');
            case Class<?> type -> type.getName();
            default -> value.toString();
        };
    }
}
