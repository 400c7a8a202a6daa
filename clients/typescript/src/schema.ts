// Generated from src/Bridge.Api/OpenApi/openapi.json by tools/generate.mjs. Don't edit it.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ActRequest: {
            state?: components["schemas"]["StateName"] | null;
            steps?: components["schemas"]["SequenceStep"][] | null;
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
            until?: components["schemas"]["WaitCondition"] | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
            /** Format: int32 */
            settle?: number | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            screen?: (boolean | components["schemas"]["ScreenRequest"]) | null;
            /**
             * Format: int32
             * @default 1
             */
            scale?: number | null;
            /** Format: int32 */
            keyFrames?: number | null;
            lease?: string | null;
        };
        ActResponse: {
            /** Format: int64 */
            frame: number;
            /** Format: int64 */
            frames: number;
            /** Format: int64 */
            id?: number;
            /** Format: int64 */
            pressedAt?: number;
            /** Format: int64 */
            releasedAt?: number;
            met?: boolean;
            values?: components["schemas"]["PlaceRead"][];
            /** Format: byte */
            png?: string;
            screen?: components["schemas"]["ScreenTaken"];
            keyFrames?: components["schemas"]["KeyFrame"][];
        };
        Address: string;
        BatchOperation: components["schemas"]["ReadOperation"] | components["schemas"]["WriteOperation"] | components["schemas"]["GuardOperation"] | components["schemas"]["PressOperation"] | components["schemas"]["SequenceOperation"] | components["schemas"]["HoldOperation"] | components["schemas"]["ReleaseOperation"] | components["schemas"]["ScreenOperation"] | components["schemas"]["RegisterOperation"];
        BatchRequest: {
            operations: components["schemas"]["BatchOperation"][];
        };
        BatchResponse: {
            /** Format: int64 */
            frame: number;
            results: components["schemas"]["OperationResponse"][];
        };
        /** @enum {string} */
        BridgeStatus: "ready" | "unready" | "stopping";
        /** @enum {string} */
        Button: "A" | "B" | "Select" | "Start" | "Right" | "Left" | "Up" | "Down" | "R" | "L";
        ButtonHold: {
            buttons: components["schemas"]["Button"][];
            /** Format: int32 */
            leaseMilliseconds?: number | null;
        };
        /** @enum {string} */
        ButtonOrKey: "A" | "B" | "Select" | "Start" | "Right" | "Left" | "Up" | "Down" | "R" | "L" | "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
        ButtonPress: {
            buttons: components["schemas"]["Button"][];
            /**
             * Format: int32
             * @default 6
             */
            hold?: number | null;
            /**
             * Format: int32
             * @default 2
             */
            release?: number | null;
            /** @default true */
            wait?: boolean | null;
        };
        ButtonState: {
            down: components["schemas"]["Button"][];
            held: components["schemas"]["Button"][];
            /** Format: int32 */
            queued: number;
            /** Format: int64 */
            frame: number;
        };
        ButtonsHeld: {
            held: components["schemas"]["Button"][];
            /** Format: int64 */
            changesAt: number;
            /** Format: int64 */
            frame: number;
        };
        ButtonsReleased: {
            /** Format: int32 */
            dropped: number;
            /** Format: int64 */
            changesAt: number;
            /** Format: int64 */
            frame: number;
        };
        ConnectionDescription: {
            /** Format: int32 */
            open: number;
            /** Format: int32 */
            inFlight: number;
            /** Format: int64 */
            roundTripMicroseconds: number;
        };
        /** @enum {string} */
        ConsoleLevel: "info" | "warn" | "error";
        ConsoleLine: {
            message: string;
            /** @default info */
            level?: components["schemas"]["ConsoleLevel"] | null;
        };
        CreateRequest: {
            rom: string;
            state?: components["schemas"]["StateChoice"] | null;
            name?: components["schemas"]["EmulatorName"] | null;
            model?: components["schemas"]["GameBoyModel"] | null;
            /**
             * Format: double
             * @default 1
             */
            speed?: number | null;
            /** Format: int64 */
            clock?: number | null;
            lease?: components["schemas"]["LeaseSetting"] | null;
            labels?: {
                [key: string]: string;
            } | null;
        };
        CreateResponse: {
            name: string;
            url: string;
            mcp: string;
            state: components["schemas"]["EmulatorState"];
            /** Format: int64 */
            frame: number;
            game: components["schemas"]["GameDescription"] | null;
            created: components["schemas"]["CreatedDescription"];
        };
        CreatedDescription: {
            rom: string;
            labels: {
                [key: string]: string;
            };
            lease: components["schemas"]["LeaseDescription"];
        };
        DomainDescription: {
            name: string;
            base: string;
            /** Format: int64 */
            size: number;
        };
        EmulatorDescription: {
            name: string;
            state: components["schemas"]["EmulatorState"];
            /** Format: int64 */
            frame: number;
            /** Format: double */
            framesPerSecond: number;
            game: components["schemas"]["GameDescription"] | null;
            script: components["schemas"]["ScriptDescription"] | null;
            connection: components["schemas"]["ConnectionDescription"];
            problem: components["schemas"]["EmulatorProblem"] | null;
            created?: components["schemas"]["CreatedDescription"];
        };
        EmulatorHealth: {
            name: string;
            state: components["schemas"]["EmulatorState"];
            problem: components["schemas"]["EmulatorProblem"] | null;
            next: string;
            created?: components["schemas"]["CreatedDescription"];
        };
        EmulatorList: {
            emulators: components["schemas"]["EmulatorHealth"][];
        };
        EmulatorName: string;
        EmulatorProblem: {
            /** Format: uri-reference */
            type: string;
            advice: string;
        };
        /** @enum {string} */
        EmulatorState: "no-emulator" | "no-game" | "crashed" | "paused" | "stuck" | "running" | "held" | "script-outdated" | "wrong-secret" | "failed";
        /** @enum {string} */
        EventTopic: "frame" | "buttons" | "reset" | "game" | "state" | "watch";
        FleetHostCounts: {
            /** Format: int32 */
            live: number;
            /** Format: int32 */
            draining: number;
            /** Format: int32 */
            lost: number;
        };
        FleetMeterDescription: {
            hosts: components["schemas"]["FleetHostCounts"];
            /** Format: int32 */
            slots: number;
            /** Format: int32 */
            free: number;
            /** Format: int64 */
            waiting: number;
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            expired: number;
            /** Format: int64 */
            lost: number;
            /** Format: int64 */
            resyncs: number;
            /** Format: double */
            engineAgeSeconds: number;
        };
        FrameResponse: {
            /** Format: int64 */
            frame: number;
        };
        /** @enum {string} */
        GameBoyModel: "DMG" | "MGB" | "SGB" | "SGB2" | "CGB" | "SCGB" | "AGB";
        GameDescription: {
            title: string;
            code: string;
            platform: components["schemas"]["Platform"];
            model: string | null;
            crc32: string;
            /** Format: int64 */
            size: number;
            file: string | null;
            save: components["schemas"]["SaveDescription"] | null;
            patch: components["schemas"]["PatchDescription"] | null;
        };
        /** @enum {string} */
        GuardComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "mask";
        GuardOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "guard";
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            is: components["schemas"]["GuardComparison"];
            /** Format: int64 */
            value: number;
        };
        HealthReport: {
            version: string;
            commit: string;
            status: components["schemas"]["BridgeStatus"];
            emulators: components["schemas"]["EmulatorHealth"][];
        };
        HoldBegun: {
            lease: string;
            /** Format: int64 */
            frame: number;
            /** Format: double */
            expiresInSeconds: number;
        };
        HoldOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "hold";
            buttons: components["schemas"]["Button"][];
        };
        HoldRequest: {
            /**
             * Format: double
             * @default 20
             */
            leaseSeconds?: number | null;
            /** @default false */
            exclusive?: boolean | null;
            lease?: string | null;
            owner?: string | null;
        };
        HoldState: {
            held: boolean;
            lease?: string;
            owner?: string;
            exclusive?: boolean;
            /** Format: double */
            expiresInSeconds?: number;
            /** Format: int32 */
            stepsWaiting: number;
            /** Format: int64 */
            frame: number;
        };
        KeyFrame: {
            /** Format: int64 */
            frame: number;
            /** Format: byte */
            png: string;
        };
        LeaseDescription: {
            /** Format: double */
            seconds: number | null;
            /** Format: double */
            endsInSeconds: number | null;
        };
        LeaseSetting: {
            /** Format: double */
            seconds?: number | null;
        };
        MemoryBytes: {
            address: string;
            /** Format: int32 */
            length: number;
            hex: string;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
        };
        MemoryDomains: {
            domains: components["schemas"]["DomainDescription"][];
            /** Format: int64 */
            frame: number;
        };
        MemorySearchMatch: {
            address: string;
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            previous?: number;
        };
        MemorySearchRequest: {
            /** Format: int32 */
            id?: number | null;
            address?: components["schemas"]["PlainAddress"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            /** @enum {string|null} */
            type?: "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | null;
            /** @default true */
            aligned?: boolean | null;
            is: components["schemas"]["SearchComparison"];
            /** Format: int64 */
            value?: number | null;
            /**
             * Format: int32
             * @default 100
             */
            limit?: number | null;
        };
        MemorySearchResponse: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            count: number;
            matches: components["schemas"]["MemorySearchMatch"][];
            /** Format: int64 */
            frame: number;
        };
        /** @enum {string} */
        MemoryType: "u8" | "u16" | "u32" | "i8" | "i16" | "i32";
        MemoryValue: {
            address: string;
            type: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value: number;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
        };
        MemoryWrite: {
            /** Format: int64 */
            value: number;
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
        };
        MemoryWritten: {
            address: string;
            /** Format: int32 */
            length: number;
            /** Format: int64 */
            frame: number;
            domain?: string;
            chain?: string;
        };
        MeterDescription: {
            name: string;
            /** Format: double */
            framesPerSecond: number | null;
            /** Format: double */
            roundTripMs: number | null;
            /** Format: int32 */
            inFlight: number;
            /** Format: int64 */
            queuedBytes: number;
            /** Format: int64 */
            reconnects: number;
            /** Format: double */
            windowUsed: number | null;
            /** Format: int64 */
            bytesIn: number;
            /** Format: int64 */
            bytesOut: number;
            requests: components["schemas"]["RequestMeters"];
        };
        MeterReport: {
            emulators: components["schemas"]["MeterDescription"][];
            fleet?: components["schemas"]["FleetMeterDescription"];
        };
        NewWatch: {
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
            /**
             * Format: int32
             * @default 1
             */
            intervalFrames?: number | null;
            name?: string | null;
            /** @default false */
            temporary?: boolean | null;
        };
        OperationResponse: {
            passed?: boolean;
            skipped?: boolean;
            /** Format: int64 */
            value?: number;
            hex?: string;
            /** Format: int64 */
            id?: number;
            /** Format: int32 */
            dropped?: number;
            /** Format: int64 */
            changesAt?: number;
            /** Format: byte */
            png?: string;
        };
        PatchDescription: {
            file: string;
            applied: boolean;
            problem: string | null;
        };
        /** @enum {string} */
        PictureFormat: "png" | "raw";
        PlaceRead: {
            address: string;
            type?: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value?: number;
            /** Format: int32 */
            length?: number;
            hex?: string;
            domain?: string;
            chain?: string;
        };
        PlaceToRead: {
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
        };
        PlacesRead: {
            /** Format: int64 */
            frame: number;
            values: components["schemas"]["PlaceRead"][];
        };
        PlainAddress: string;
        /** @enum {string} */
        Platform: "GBA" | "GB";
        PressFinished: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            pressedAt: number;
            /** Format: int64 */
            releasedAt: number;
            /** Format: int64 */
            frame: number;
        };
        PressOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "press";
            buttons: components["schemas"]["Button"][];
            /**
             * Format: int32
             * @default 6
             */
            hold?: number | null;
            /**
             * Format: int32
             * @default 2
             */
            release?: number | null;
        };
        PressQueued: {
            /** Format: int64 */
            id: number;
            /** Format: int32 */
            queued: number;
        };
        Problem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
            parameter?: string;
            emulator?: string;
            safeToRepeat?: boolean;
            traceId: string;
        };
        ReadOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "read";
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            /** Format: int32 */
            length?: number | null;
            domain?: string | null;
        };
        RegisterDescription: {
            name: string;
            /** Format: int64 */
            value: number;
            hex: string;
        };
        RegisterList: {
            registers: components["schemas"]["RegisterDescription"][];
            /** Format: int64 */
            frame: number;
        };
        RegisterOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "register";
            /** Format: int64 */
            value?: number | null;
            name: string;
        };
        RegisterValue: {
            name: string;
            /** Format: int64 */
            value: number;
            hex: string;
            /** Format: int64 */
            frame: number;
        };
        RegisterWrite: {
            /** Format: int64 */
            value: number;
        };
        ReleaseOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "release";
        };
        RequestMeters: {
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            failed: number;
            /** Format: double */
            p50Ms: number | null;
            /** Format: double */
            p99Ms: number | null;
        };
        RomChoice: {
            name: string;
        };
        RomDescription: {
            name: string;
            /** Format: int64 */
            size: number;
        };
        RomList: {
            roms: components["schemas"]["RomDescription"][];
        };
        RomLoaded: {
            name: string;
            /** Format: int64 */
            frame: number;
            game: components["schemas"]["GameDescription"] | null;
        };
        SaveDescription: {
            path: string | null;
            writable: boolean | null;
            problem: string | null;
        };
        /** @enum {string} */
        ScreenCondition: "changed";
        ScreenOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "screen";
        };
        ScreenRequest: {
            /**
             * Format: int32
             * @default 1
             */
            scale?: number | null;
            /** Format: int32 */
            width?: number | null;
            /** Format: int32 */
            height?: number | null;
            /** @default false */
            gray?: boolean | null;
            /** @default png */
            format?: components["schemas"]["PictureFormat"] | null;
        };
        ScreenTaken: {
            /** Format: int32 */
            width: number;
            /** Format: int32 */
            height: number;
            gray: boolean;
            /** Format: byte */
            png?: string;
            /** Format: byte */
            raw?: string;
        };
        ScriptDescription: {
            version: string;
            /** Format: int32 */
            protocol: number;
            instance: string;
            mgba: string;
            /** Format: int64 */
            memoryBytes: number;
            /** Format: int64 */
            commands: number;
            /** Format: int64 */
            cancelled: number;
            capabilities: string[];
        };
        /** @enum {string} */
        SearchComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "changed" | "unchanged" | "increased" | "decreased" | "any";
        SequenceCancelled: {
            /** Format: int64 */
            id: number;
            state: components["schemas"]["SequenceState"];
            /** Format: int32 */
            framesPlayed: number;
            /** Format: int64 */
            frame: number;
        };
        SequenceFinished: {
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            pressedAt: number;
            /** Format: int64 */
            releasedAt: number;
            /** Format: int64 */
            frame: number;
            /** Format: int32 */
            frames: number;
        };
        SequenceNow: {
            /** Format: int64 */
            id: number;
            state: components["schemas"]["SequenceState"];
            /** Format: int32 */
            framesPlayed: number;
            /** Format: int32 */
            frames: number;
            /** Format: int64 */
            pressedAt?: number;
            /** Format: int64 */
            releasedAt?: number;
            /** Format: int64 */
            frame: number;
        };
        SequenceOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "sequence";
            steps: components["schemas"]["SequenceStep"][];
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
        };
        /** @enum {string} */
        SequenceState: "queued" | "running" | "done" | "cancelled" | "interrupted";
        SequenceStep: {
            buttons?: components["schemas"]["Button"][] | null;
            /**
             * Format: int32
             * @default 6
             */
            hold?: number | null;
            /**
             * Format: int32
             * @default 2
             */
            release?: number | null;
            /** Format: int32 */
            wait?: number | null;
            /** Format: int32 */
            at?: number | null;
        };
        SequenceToPlay: {
            steps: components["schemas"]["SequenceStep"][];
            /**
             * Format: int32
             * @default 1
             */
            repeat?: number | null;
            /** @default true */
            wait?: boolean | null;
        };
        SlotResponse: {
            /** Format: int32 */
            slot: number;
            /** Format: int64 */
            frame: number;
        };
        SpeedResponse: {
            /** Format: double */
            speed: number;
            /** Format: int64 */
            frame: number;
        };
        SpeedSetting: {
            /** Format: double */
            speed: number;
        };
        StateChoice: {
            name: components["schemas"]["StateName"];
            emulator?: components["schemas"]["EmulatorName"] | null;
        };
        StateList: {
            states: components["schemas"]["StoredState"][];
        };
        StateLoaded: {
            name: string;
            /** Format: int64 */
            frame: number;
        };
        StateName: string;
        StateSaved: {
            name: string;
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            savedAt: string;
            /** Format: int64 */
            frame: number | null;
        };
        StepManyRequest: {
            emulators: string[];
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            buttons?: components["schemas"]["Button"][][] | null;
            leases?: (string | null)[] | null;
            states?: (string | null)[] | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            /** @default true */
            draw?: boolean | null;
            screen?: components["schemas"]["ScreenRequest"] | null;
        };
        StepManyResponse: {
            results: components["schemas"]["StepManyResult"][];
        };
        StepManyResult: {
            emulator: string;
            /** Format: int64 */
            frame?: number;
            values?: components["schemas"]["PlaceRead"][];
            screen?: components["schemas"]["ScreenTaken"];
            problem?: components["schemas"]["StepProblem"];
        };
        StepProblem: {
            /** Format: uri-reference */
            type: string;
            title: string;
            /** Format: int32 */
            status: number;
            detail: string;
        };
        StepRequest: {
            /**
             * Format: int32
             * @default 1
             */
            frames?: number | null;
            buttons?: components["schemas"]["Button"][] | null;
            lease?: string | null;
            read?: components["schemas"]["PlaceToRead"][] | null;
            /** @default true */
            draw?: boolean | null;
            screen?: components["schemas"]["ScreenRequest"] | null;
        };
        StepResponse: {
            /** Format: int64 */
            frame: number;
            values?: components["schemas"]["PlaceRead"][];
            screen?: components["schemas"]["ScreenTaken"];
        };
        StoredState: {
            name: string;
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            savedAt: string;
        };
        /** @enum {string} */
        WaitComparison: "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "mask" | "changed";
        WaitCondition: {
            address?: components["schemas"]["Address"] | null;
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            is?: components["schemas"]["WaitComparison"] | null;
            /** Format: int64 */
            value?: number | null;
            screen?: components["schemas"]["ScreenCondition"] | null;
        };
        WaitRequest: {
            /** Format: int32 */
            frames?: number | null;
            until?: components["schemas"]["WaitCondition"] | null;
            /**
             * Format: int32
             * @default 600
             */
            timeoutFrames?: number | null;
        };
        WaitResponse: {
            /** Format: int64 */
            frame: number;
            met?: boolean;
            /** Format: int32 */
            waited: number;
            /** Format: int64 */
            value?: number;
            address?: string;
        };
        WatchDescription: {
            /** Format: int32 */
            id: number;
            name?: string;
            address: string | null;
            type?: components["schemas"]["MemoryType"];
            /** Format: int64 */
            value?: number;
            /** Format: int32 */
            length?: number;
            hex?: string;
            domain?: string;
            chain?: string;
            /** Format: int32 */
            intervalFrames: number;
            temporary?: boolean;
            /** Format: int64 */
            frame: number;
        };
        WatchList: {
            watches: components["schemas"]["WatchDescription"][];
        };
        WriteOperation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            op: "write";
            address: components["schemas"]["Address"];
            /** @default u8 */
            type?: components["schemas"]["MemoryType"] | null;
            domain?: string | null;
            /** Format: int64 */
            value?: number | null;
            hex?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
