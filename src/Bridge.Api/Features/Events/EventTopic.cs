using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Events;

/// <summary>The topic of an event.</summary>
[Flags]
internal enum EventTopic
{
    None = 0,
    Frame = 1 << 0,
    Buttons = 1 << 1,
    Reset = 1 << 2,
    Game = 1 << 3,
    State = 1 << 4,
    Watch = 1 << 5,

    /// <summary>Events were lost. Every subscriber gets it; clients can't choose it.</summary>
    Gap = 1 << 6,

    Rewound = 1 << 7,
    Marked = 1 << 8,
    Note = 1 << 9,
    Breakpoint = 1 << 10,
    Rumble = 1 << 11,
    Message = 1 << 12,
}

/// <summary>Parses and names the topics as the API spells them.</summary>
internal static class TopicNames
{
    private static readonly (string Name, EventTopic Topic)[] Choices =
    [
        ("frame", EventTopic.Frame), ("buttons", EventTopic.Buttons), ("reset", EventTopic.Reset), ("game", EventTopic.Game),
        ("state", EventTopic.State), ("watch", EventTopic.Watch), ("rewound", EventTopic.Rewound), ("marked", EventTopic.Marked),
        ("note", EventTopic.Note), ("breakpoint", EventTopic.Breakpoint), ("rumble", EventTopic.Rumble),
        ("message", EventTopic.Message),
    ];

    /// <summary>Gets the rule for a list of topics.</summary>
    public static ListRule Rule { get; } =
        new(new ChoiceRule([.. Choices.Select(topic => topic.Name)], IgnoresCase: true)
        {
            Schema = "EventTopic",
            Description = "The topic of an event.",
        }, Min: 1);

    /// <summary>All topics that send nothing while nothing changes, without the hits of breakpoints, which may be very many.</summary>
    public const EventTopic Default = EventTopic.Buttons | EventTopic.Reset | EventTopic.Game | EventTopic.State | EventTopic.Watch
        | EventTopic.Rewound | EventTopic.Marked | EventTopic.Note | EventTopic.Rumble | EventTopic.Message;

    /// <exception cref="RequestException">A name in the list is no topic.</exception>
    public static EventTopic Parse(string text)
    {
        var topics = EventTopic.None;
        foreach (var name in text.Split(','))
        {
            topics |= Array.Find(Choices, topic => topic.Name.Equals(name, StringComparison.OrdinalIgnoreCase)) is { Name: not null } found
                ? found.Topic
                : throw Parameters.Refuse("topics", text,
                    $"a comma-separated list of {string.Join(", ", Choices.Select(topic => topic.Name))}");
        }

        return topics;
    }

    public static ReadOnlySpan<byte> Of(EventTopic topic) => topic switch
    {
        EventTopic.Frame => "frame"u8,
        EventTopic.Buttons => "buttons"u8,
        EventTopic.Reset => "reset"u8,
        EventTopic.Game => "game"u8,
        EventTopic.State => "state"u8,
        EventTopic.Watch => "watch"u8,
        EventTopic.Rewound => "rewound"u8,
        EventTopic.Marked => "marked"u8,
        EventTopic.Note => "note"u8,
        EventTopic.Breakpoint => "breakpoint"u8,
        EventTopic.Rumble => "rumble"u8,
        EventTopic.Message => "message"u8,
        _ => "gap"u8,
    };
}
