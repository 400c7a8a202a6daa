using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Endpoints;
using Bridge.Api.Errors;
using Bridge.Api.Events;
using Bridge.Api.Health;

namespace Bridge.Api.Json;

/// <summary>How every body is read and written, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DictionaryKeyPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.Never,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    AllowDuplicateProperties = false)]
[JsonSerializable(typeof(Problem))]
[JsonSerializable(typeof(HealthReport))]
[JsonSerializable(typeof(MeterReport))]
[JsonSerializable(typeof(EmulatorList))]
[JsonSerializable(typeof(EmulatorDescription))]
[JsonSerializable(typeof(MemoryValue))]
[JsonSerializable(typeof(MemoryBytes))]
[JsonSerializable(typeof(MemoryWritten))]
[JsonSerializable(typeof(MemoryWrite))]
[JsonSerializable(typeof(MemoryDomains))]
[JsonSerializable(typeof(MemorySearchQuestion))]
[JsonSerializable(typeof(MemorySearchAnswer))]
[JsonSerializable(typeof(IReadOnlyList<PlaceToRead>), TypeInfoPropertyName = "Places")]
[JsonSerializable(typeof(PlacesRead))]
[JsonSerializable(typeof(Batch))]
[JsonSerializable(typeof(BatchAnswer))]
[JsonSerializable(typeof(RegisterValue))]
[JsonSerializable(typeof(RegisterList))]
[JsonSerializable(typeof(RegisterWrite))]
[JsonSerializable(typeof(ConsoleLine))]
[JsonSerializable(typeof(ButtonState))]
[JsonSerializable(typeof(ButtonHold))]
[JsonSerializable(typeof(ButtonsHeld))]
[JsonSerializable(typeof(ButtonsReleased))]
[JsonSerializable(typeof(ButtonPress))]
[JsonSerializable(typeof(PressFinished))]
[JsonSerializable(typeof(PressQueued))]
[JsonSerializable(typeof(SequenceToPlay))]
[JsonSerializable(typeof(SequenceFinished))]
[JsonSerializable(typeof(SequenceNow))]
[JsonSerializable(typeof(SequenceCancelled))]
[JsonSerializable(typeof(WaitQuestion))]
[JsonSerializable(typeof(WaitAnswer))]
[JsonSerializable(typeof(FrameAnswer))]
[JsonSerializable(typeof(StateList))]
[JsonSerializable(typeof(StateSaved))]
[JsonSerializable(typeof(StateLoaded))]
[JsonSerializable(typeof(SlotAnswer))]
[JsonSerializable(typeof(RomList))]
[JsonSerializable(typeof(RomChoice))]
[JsonSerializable(typeof(RomLoaded))]
[JsonSerializable(typeof(SpeedSetting))]
[JsonSerializable(typeof(SpeedAnswer))]
[JsonSerializable(typeof(HoldRequest))]
[JsonSerializable(typeof(HoldBegun))]
[JsonSerializable(typeof(HoldState))]
[JsonSerializable(typeof(StepRequest))]
[JsonSerializable(typeof(StepAnswer))]
[JsonSerializable(typeof(ActRequest))]
[JsonSerializable(typeof(ActAnswer))]
[JsonSerializable(typeof(NewWatch))]
[JsonSerializable(typeof(WatchDescription))]
[JsonSerializable(typeof(WatchList))]
[JsonSerializable(typeof(FrameEvent))]
[JsonSerializable(typeof(ButtonsEvent))]
[JsonSerializable(typeof(ResetEvent))]
[JsonSerializable(typeof(GameEvent))]
[JsonSerializable(typeof(StateEvent))]
[JsonSerializable(typeof(GapEvent))]
[JsonSerializable(typeof(ValueEvent))]
[JsonSerializable(typeof(BytesEvent))]
internal sealed partial class BridgeJson : JsonSerializerContext
{
    /// <summary>The same with quotes and letters as they are, not as \u0022: everything is sent as JSON, never inside HTML.</summary>
    public static BridgeJson Readable => Holder.Context;

    // A class of its own: the order in which two parts of one class set up their static members is not defined.
    private static class Holder
    {
        public static readonly BridgeJson Context =
            new(new JsonSerializerOptions(Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
    }
}
